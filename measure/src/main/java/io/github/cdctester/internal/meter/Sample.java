// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a run, usually of one second. {@code second} is its number, from 1; {@code seconds} is its duration.
 *
 * @param write values of the write side, merged over all loads; empty if another program writes
 * @param cdc values merged over all streams; {@code null} if no stream is followed
 * @param streams values of each stream; empty if there is at most one
 * @param loads values of each load; empty if there is at most one
 */
public record Sample(
        long second,
        Phase phase,
        double seconds,
        Optional<MetricValues> write,
        @Nullable MetricValues cdc,
        List<NamedValues> streams,
        List<NamedValues> loads) {

    /** Values of a stream, load or consumer with its name. */
    public record NamedValues(String name, MetricValues values) {}
}
