// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.rows.RowKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What workers on other machines have told of, as it was sent here. For any thread. */
final class RemoteWrites {

    private WriteCounts counts = WriteCounts.ZERO;
    private Durations durations = new Durations();
    private final Map<String, Map<RowKind, Long>> rows = new TreeMap<>();

    synchronized void add(WriteCounts more, WriteDurations also) {
        counts = counts.plus(more);
        durations.add(also);
    }

    synchronized void addRows(Map<String, Map<RowKind, Long>> more) {
        addTo(rows, more);
    }

    synchronized void forgetRows() {
        rows.clear();
    }

    synchronized WriteCounts counts() {
        return counts;
    }

    /** What came since the last call. */
    synchronized WriteDurations takeDurations() {
        WriteDurations taken = durations.value();
        durations = new Durations();
        return taken;
    }

    synchronized void addRowsTo(Map<String, Map<RowKind, Long>> sum) {
        addTo(sum, rows);
    }

    private static void addTo(Map<String, Map<RowKind, Long>> sum, Map<String, Map<RowKind, Long>> more) {
        more.forEach((table, kinds) -> {
            Map<RowKind, Long> sums = sum.computeIfAbsent(table, any -> new EnumMap<>(RowKind.class));
            kinds.forEach((kind, count) -> sums.merge(kind, count, Long::sum));
        });
    }

    /** Sums in place: of hundreds of machines a second, a copy for each would be most of the work. */
    private static final class Durations {

        private final DistributionSum latency = new DistributionSum();
        private final DistributionSum startDelay = new DistributionSum();
        private final DistributionSum serviceTime = new DistributionSum();
        private final Map<String, DistributionSum> latencyByKind = new TreeMap<>();

        void add(WriteDurations more) {
            latency.add(more.latency());
            startDelay.add(more.startDelay());
            serviceTime.add(more.serviceTime());
            more.latencyByKind()
                    .forEach((kind, part) -> latencyByKind
                            .computeIfAbsent(kind, any -> new DistributionSum())
                            .add(part));
        }

        WriteDurations value() {
            Map<String, Distribution> byKind = new TreeMap<>();
            latencyByKind.forEach((kind, sum) -> byKind.put(kind, sum.value()));
            return new WriteDurations(latency.value(), startDelay.value(), serviceTime.value(), byKind);
        }
    }
}
