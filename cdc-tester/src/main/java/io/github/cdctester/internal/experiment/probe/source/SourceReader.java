// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.usage.NoReading;
import java.util.Map;

/** Reads a probe's numbers. For one thread, which may be interrupted. */
public interface SourceReader extends AutoCloseable {

    /**
     * Reads once, within the time that it was made with.
     *
     * @return finite values by the flat names of the series; empty if two readings make one, and this is the first
     */
    Map<String, Double> read() throws NoReading, InterruptedException;

    @Override
    default void close() {}
}
