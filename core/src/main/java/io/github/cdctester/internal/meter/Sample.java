// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One second of a run.
 *
 * @param write the write side, all loads together; empty if another program writes
 * @param cdc the streams, all together; {@code null} if none is followed
 * @param streams each stream; empty if there is only one
 * @param loads each load of the write side; empty if there is only one, or none
 */
public record Sample(
        long second,
        Phase phase,
        double seconds,
        Optional<MetricValues> write,
        @Nullable MetricValues cdc,
        List<Named> streams,
        List<Named> loads) {

    /** One of several streams or loads, or a consumer. */
    public record Named(String name, MetricValues values) {}
}
