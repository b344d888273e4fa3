// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a run, usually of one second. {@code second} is its number, from 1; {@code seconds} is its duration.
 *
 * @param write merged over all loads; empty if another program writes
 * @param cdc merged over all streams; {@code null} if no stream is followed
 * @param streams empty if there is at most one stream
 * @param loads empty if there is at most one load
 */
public record Sample(
        long second,
        Phase phase,
        double seconds,
        Optional<MetricValues> write,
        @Nullable MetricValues cdc,
        List<NamedValues> streams,
        List<NamedValues> loads) {

    public record NamedValues(String name, MetricValues values) {}
}
