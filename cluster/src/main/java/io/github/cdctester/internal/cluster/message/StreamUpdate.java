// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.StreamReport;
import io.github.cdctester.internal.meter.StreamSnapshot;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a stream: counters since its start, and delays since the update before.
 *
 * @param windowCounts the counters when the measured part began; {@code null} before that
 * @param windowFrom where it began; {@code null} before that
 * @param large effect of large transactions; {@code null} where these are not measured
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StreamUpdate(
        long[] counts,
        LogPosition position,
        long @Nullable [] windowCounts,
        @Nullable LogPosition windowFrom,
        long lastTransactionMicros,
        long lastHeartbeat,
        PackedDistribution.Parts warmUp,
        PackedDistribution.Parts window,
        Map<DelaySource, PackedDistribution> sideBySide,
        PackedDistribution.@Nullable Large large,
        Reader reader) {

    /**
     * State of the reader.
     *
     * @param cpuNanos CPU time of its thread, or -1
     * @param gaps interruptions that were resumed; {@code null} where they have not changed
     */
    public record Reader(
            boolean connected,
            long connectionId,
            long cpuNanos,
            long pending,
            @Nullable List<StreamGap> gaps) {}

    /** Packs a report. */
    public static StreamUpdate of(StreamReport report, Reader reader) {
        StreamSnapshot now = report.snapshot();
        Map<DelaySource, PackedDistribution> bySource = new EnumMap<>(DelaySource.class);
        report.sideBySide().forEach((source, delay) -> bySource.put(source, PackedDistribution.of(delay)));
        StreamCounts window = now.windowCounts();
        return new StreamUpdate(
                now.counts().values(),
                now.position(),
                window == null ? null : window.values(),
                now.windowFrom(),
                now.lastTransactionMicros(),
                now.lastHeartbeat(),
                PackedDistribution.Parts.of(report.warmUp()),
                PackedDistribution.Parts.of(report.window()),
                bySource,
                report.passages().map(PackedDistribution.Large::of).orElse(null),
                reader);
    }

    /**
     * Unpacks the report.
     *
     * @throws IllegalArgumentException if a histogram is corrupt
     */
    public StreamReport report() {
        Map<DelaySource, Distribution> bySource = new EnumMap<>(DelaySource.class);
        sideBySide.forEach((source, delay) -> bySource.put(source, delay.distribution()));
        return new StreamReport(
                new StreamSnapshot(
                        StreamCounts.of(counts),
                        position,
                        windowCounts == null ? null : StreamCounts.of(windowCounts),
                        windowFrom,
                        lastTransactionMicros,
                        lastHeartbeat),
                warmUp.parts(),
                window.parts(),
                bySource,
                Optional.ofNullable(large).map(PackedDistribution.Large::passages));
    }
}
