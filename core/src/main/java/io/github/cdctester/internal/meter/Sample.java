// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happened in one second of a run.
 *
 * @param write the write side; empty where somebody else writes; of several loads, all together
 * @param cdc the stream; {@code null} if none is followed; of several streams, all together
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
