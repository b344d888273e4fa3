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
 * What a stream has brought by now: counters since it started, and the delays since it was last told of.
 *
 * @param counts as {@link StreamCounts#values()} tells them
 * @param position up to where everything is complete
 * @param windowCounts the counters when the measured part began, or {@code null} before that
 * @param windowFrom where it began, or {@code null} before that
 * @param lastTransactionMicros as in {@link StreamSnapshot}, by the coordinator's clock
 * @param lastHeartbeat as in {@link StreamSnapshot}
 * @param warmUp delays before the measured part
 * @param window delays in it
 * @param sideBySide delays by source
 * @param large what large transactions did; {@code null} where these are not told apart
 * @param reader how its reader is
 */
@SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
public record Arrived(
        long[] counts,
        LogPosition position,
        long @Nullable [] windowCounts,
        @Nullable LogPosition windowFrom,
        long lastTransactionMicros,
        long lastHeartbeat,
        Packed.Parts warmUp,
        Packed.Parts window,
        Map<DelaySource, Packed> sideBySide,
        Packed.@Nullable Large large,
        Reader reader) {

    /**
     * How the reader of a stream is.
     *
     * @param connected whether it has a connection that is not known to be broken
     * @param connectionId that one's number at the server
     * @param cpuNanos CPU time of its thread, or -1
     * @param pending commits that were acknowledged and have not been seen
     * @param gaps the breaks that were mended; {@code null} where these are the same as when last told
     */
    public record Reader(
            boolean connected,
            long connectionId,
            long cpuNanos,
            long pending,
            @Nullable List<StreamGap> gaps) {}

    /**
     * Packs it.
     *
     * @param report what came since the one before
     * @param reader how its reader is
     * @return the same to be sent
     */
    public static Arrived of(StreamReport report, Reader reader) {
        StreamSnapshot now = report.snapshot();
        Map<DelaySource, Packed> bySource = new EnumMap<>(DelaySource.class);
        report.sideBySide().forEach((source, delay) -> bySource.put(source, Packed.of(delay)));
        StreamCounts window = now.windowCounts();
        return new Arrived(
                now.counts().values(),
                now.position(),
                window == null ? null : window.values(),
                now.windowFrom(),
                now.lastTransactionMicros(),
                now.lastHeartbeat(),
                Packed.Parts.of(report.warmUp()),
                Packed.Parts.of(report.window()),
                bySource,
                report.passages().map(Packed.Large::of).orElse(null),
                reader);
    }

    /**
     * Unpacks it.
     *
     * @return what came since the report before
     * @throws IllegalArgumentException if it is something else
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
                Optional.ofNullable(large).map(Packed.Large::passages));
    }
}
