// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.DistributionTest;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.workload.StatementTally;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RemoteWritesTest {

    private static final long MILLI_NANOS = 1_000_000;

    private final WriteMeter meter = new WriteMeter(List.of("order", "pay"), true);

    private static WriteCounts orderCounts(long count) {
        return new WriteCounts(
                Map.of("order", count),
                Map.of(1213, 4L),
                Map.of(
                        Metric.READS,
                        1L,
                        Metric.WRITES,
                        2L,
                        Metric.OTHER,
                        3L,
                        Metric.RECONNECTS,
                        5L,
                        Metric.PLANNED_RECONNECTS,
                        6L,
                        Metric.UNKNOWN_OUTCOMES,
                        7L,
                        Metric.LOGGED_TRANSACTIONS,
                        8L,
                        Metric.ROLLED_BACK,
                        9L));
    }

    private static WriteDurations durations(long... micros) {
        Distribution distribution = DistributionTest.distribution(micros);
        return new WriteDurations(distribution, distribution, distribution, Map.of("order", distribution));
    }

    @Test
    void countsAddUp() {
        StatementTally localTally = meter.newTally();
        localTally.read();
        localTally.write();
        meter.transaction(0, 0, 0, MILLI_NANOS, localTally);
        meter.transaction(1, 0, 0, MILLI_NANOS, localTally);
        meter.error(1062);
        meter.add(orderCounts(10), WriteDurations.NOTHING);
        meter.add(orderCounts(20), WriteDurations.NOTHING);
        assertThat(meter.counts())
                .isEqualTo(new WriteCounts(
                        Map.of("order", 31L, "pay", 1L),
                        Map.of(1213, 8L, 1062, 1L),
                        Map.of(
                                Metric.READS,
                                4L,
                                Metric.WRITES,
                                6L,
                                Metric.OTHER,
                                6L,
                                Metric.RECONNECTS,
                                10L,
                                Metric.PLANNED_RECONNECTS,
                                12L,
                                Metric.UNKNOWN_OUTCOMES,
                                14L,
                                Metric.LOGGED_TRANSACTIONS,
                                16L,
                                Metric.ROLLED_BACK,
                                18L)))
                .isEqualTo(meter.counts());
    }

    @Test
    void durationsAreReturnedOnce() {
        meter.transaction(0, 0, 2 * MILLI_NANOS, 10 * MILLI_NANOS, meter.newTally());
        meter.add(WriteCounts.ZERO, durations(20_000, 30_000));
        meter.add(WriteCounts.ZERO, durations(40_000));
        WriteDurations takenDurations = meter.takeDurations();
        assertThat(takenDurations.latency().count()).isEqualTo(4);
        assertThat(takenDurations.startDelay().count()).isEqualTo(4);
        assertThat(takenDurations.serviceTime().count()).isEqualTo(4);
        assertThat(takenDurations.latencyByKind().get("order").count()).isEqualTo(4);
        assertThat(takenDurations.latency().maxMillis()).isBetween(39.9, 40.1);
        assertThat(meter.takeDurations().latency().count()).isZero();
        meter.add(WriteCounts.ZERO, durations(7));
        assertThat(meter.takeDurations().latency().count()).isEqualTo(1);
    }

    @Test
    void rowsAddUp() {
        meter.enableRowCounting();
        StatementTally localTally = meter.newTally();
        localTally.inserted("a", 3);
        localTally.onCommit();
        meter.addRows(Map.of("a", Map.of(RowKind.INSERT, 4L, RowKind.DELETE, 1L)));
        meter.addRows(Map.of("a", Map.of(RowKind.INSERT, 5L), "b", Map.of(RowKind.UPDATE, 6L)));
        Map<String, Map<RowKind, Long>> sum = Map.of(
                "a", Map.of(RowKind.INSERT, 12L, RowKind.DELETE, 1L),
                "b", Map.of(RowKind.UPDATE, 6L));
        assertThat(meter.windowRows()).isEqualTo(sum);
        assertThat(meter.windowRows()).as("second call").isEqualTo(sum);
    }

    @Test
    void countsRowsFromStartOfMeasuredPart() {
        meter.enableRowCounting();
        meter.addRows(Map.of("a", Map.of(RowKind.INSERT, 4L)));
        meter.openRowWindow();
        assertThat(meter.windowRows()).isEmpty();
        meter.addRows(Map.of("a", Map.of(RowKind.INSERT, 5L)));
        assertThat(meter.windowRows()).isEqualTo(Map.of("a", Map.of(RowKind.INSERT, 5L)));
        assertThat(meter.counts().get(Metric.WRITE_TRANSACTIONS))
                .as("rows are no transactions")
                .isZero();
    }

    @Test
    void losesNothingFromManyThreads() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> new Thread(() -> {
                    for (int n = 0; n < 100; n++) {
                        meter.add(orderCounts(2), durations(5));
                        meter.addRows(Map.of("a", Map.of(RowKind.INSERT, 3L)));
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        WriteDurations takenDurations = WriteDurations.NOTHING;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            takenDurations = takenDurations.plus(meter.takeDurations());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        takenDurations = takenDurations.plus(meter.takeDurations());
        assertThat(meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(800);
        assertThat(takenDurations.latency().count()).isEqualTo(400);
        assertThat(meter.windowRows()).isEqualTo(Map.of("a", Map.of(RowKind.INSERT, 1_200L)));
    }
}
