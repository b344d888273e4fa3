// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.util.List;

/** A server that we hold, such as the embedded one: it can be started anew with other options, and keeps its data and address. */
@FunctionalInterface
public interface RestartableServer {

    /**
     * Ends the server and starts it again; returns when it can be connected to.
     *
     * @param options what it is started with beside its own options, such as {@code performance_schema=ON} with two hyphens before
     *     it, in place of those of an earlier restart; empty to be as it was at first
     */
    void restart(List<String> options);

    /** Refuses, before anything is done, options that {@link #restart} would refuse. */
    default void check(List<String> options) {}
}
