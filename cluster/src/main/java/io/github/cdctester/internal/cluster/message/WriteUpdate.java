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
 * What workers have done since they were last heard of.
 *
 * @param counts transactions, statements and errors
 * @param latency an HdrHistogram of µs, as are the others
 * @param startDelay start minus intended start
 * @param serviceTime commit acknowledged minus start
 * @param latencyByKind the latency of each kind of transaction, where there are several
 * @param rows of commits, by table and kind; empty where they are not counted, or workers are on their way
 * @param commits their GTIDs
 */
@SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
public record Done(
        WriteCounts counts,
        byte[] latency,
        byte[] startDelay,
        byte[] serviceTime,
        Map<String, byte[]> latencyByKind,
        Map<String, Map<RowKind, Long>> rows,
        List<Commits> commits) {

    /**
     * Packs it.
     *
     * @param counts transactions, statements and errors
     * @param durations of the transactions that ended
     * @param rows of commits
     * @param commits their GTIDs
     * @return the same to be sent
     */
    public static Done of(
            WriteCounts counts, WriteDurations durations, Map<String, Map<RowKind, Long>> rows, List<Commits> commits) {
        Map<String, byte[]> byKind = new TreeMap<>();
        durations.latencyByKind().forEach((kind, latency) -> byKind.put(kind, latency.packed()));
        return new Done(
                counts,
                durations.latency().packed(),
                durations.startDelay().packed(),
                durations.serviceTime().packed(),
                byKind,
                rows,
                commits);
    }

    /**
     * Unpacks the durations.
     *
     * @return those of the transactions that ended
     * @throws IllegalArgumentException if they are something else
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
