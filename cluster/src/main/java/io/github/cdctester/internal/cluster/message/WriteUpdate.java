// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteDurations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The work of a crew's workers on one node since the update before. Histograms are HdrHistograms of µs.
 *
 * @param rows of commits, by table and kind; empty where they are not counted, or workers are active
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WriteUpdate(
        WriteCounts counts,
        byte[] latency,
        byte[] startDelay,
        byte[] serviceTime,
        Map<String, byte[]> latencyByKind,
        Map<String, Map<RowKind, Long>> rows,
        List<GtidBatch> commits) {

    /** Packs the histograms. */
    public static WriteUpdate of(
            WriteCounts counts,
            WriteDurations durations,
            Map<String, Map<RowKind, Long>> rows,
            List<GtidBatch> commits) {
        Map<String, byte[]> byKind = new TreeMap<>();
        durations.latencyByKind().forEach((kind, latency) -> byKind.put(kind, latency.packed()));
        return new WriteUpdate(
                counts,
                durations.latency().packed(),
                durations.startDelay().packed(),
                durations.serviceTime().packed(),
                byKind,
                rows,
                commits);
    }

    /**
     * Unpacks the histograms.
     *
     * @throws IllegalArgumentException if they are corrupt
     */
    public WriteDurations durations() {
        Map<String, Distribution> byKind = new TreeMap<>();
        latencyByKind.forEach((kind, bytes) -> byKind.put(kind, Distribution.unpacked(bytes)));
        return new WriteDurations(
                Distribution.unpacked(latency),
                Distribution.unpacked(startDelay),
                Distribution.unpacked(serviceTime),
                byKind);
    }
}
