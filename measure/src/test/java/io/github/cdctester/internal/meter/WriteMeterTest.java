// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.meter.duration.WriteDurations;
import io.github.cdctester.workload.StatementTally;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WriteMeterTest {

    private static final long MILLI_NANOS = 1_000_000;

    private final StatementTally tally = new StatementTally();

    @Test
    void keepsFirstStartOfCompletedTransactions() {
        WriteMeter meter = new WriteMeter(List.of("order"), true);
        assertThat(meter.firstStart()).isNull();
        meter.transaction(0, 2 * MILLI_NANOS, 3 * MILLI_NANOS, 4 * MILLI_NANOS, tally);
        meter.transaction(0, MILLI_NANOS, 2 * MILLI_NANOS, 9 * MILLI_NANOS, tally);
        meter.transaction(0, MILLI_NANOS, 5 * MILLI_NANOS, 9 * MILLI_NANOS, tally);
        assertThat(meter.firstStart()).isEqualTo(new WriteMeter.FirstStart(MILLI_NANOS, 2 * MILLI_NANOS));
        meter.resetFirstStart();
        assertThat(meter.firstStart()).isNull();
    }

    @Test
    void countsTransactionsStatementsAndErrors() {
        WriteMeter meter = new WriteMeter(List.of("order", "pay"), false);
        tally.read();
        tally.write();
        tally.write();
        tally.other();
        tally.onCommit();
        tally.rolledBack();
        meter.transaction(0, 0, 0, MILLI_NANOS, tally);
        meter.transaction(0, 0, 0, MILLI_NANOS, tally);
        meter.error(1213);
        meter.error(1213);
        meter.error(1062);
        meter.reconnected();
        meter.reconnected();
        meter.connectionRenewed();
        meter.unknownOutcome();
        meter.transactionUnfinished(tally);
        meter.transactionUnfinished(tally);
        assertThat(meter.counts())
                .isEqualTo(new WriteCounts(
                        Map.of("order", 2L, "pay", 0L),
                        Map.of(1213, 2L, 1062, 1L),
                        Map.of(
                                Metric.READS,
                                2L,
                                Metric.WRITES,
                                4L,
                                Metric.OTHER,
                                2L,
                                Metric.RECONNECTS,
                                2L,
                                Metric.PLANNED_RECONNECTS,
                                1L,
                                Metric.UNKNOWN_OUTCOMES,
                                1L,
                                Metric.LOGGED_TRANSACTIONS,
                                4L,
                                Metric.ROLLED_BACK,
                                2L)));
    }

    /** A worker whose transaction was refused first has the longest pause, and so reports last. */
    @Test
    void refusedTimeIsUnionOfIntervals() {
        WriteMeter meter = new WriteMeter(List.of("order"), true);
        meter.transactionRefused(11_000 * MILLI_NANOS, 12_000 * MILLI_NANOS);
        meter.transactionRefused(0, 12_020 * MILLI_NANOS);
        meter.transactionRefused(5_000 * MILLI_NANOS, 7_000 * MILLI_NANOS);
        assertThat(meter.counts().get(Metric.REFUSED_MILLIS)).isEqualTo(12_020);
        meter.transactionRefused(20_000 * MILLI_NANOS, 21_000 * MILLI_NANOS);
        meter.transactionRefused(23_000 * MILLI_NANOS, 24_000 * MILLI_NANOS);
        assertThat(meter.counts().get(Metric.REFUSED_MILLIS)).isEqualTo(14_020);
        meter.transactionRefused(12_000 * MILLI_NANOS, 23_500 * MILLI_NANOS);
        assertThat(meter.counts().get(Metric.REFUSED_MILLIS)).isEqualTo(24_000);
    }

    @Test
    void measuresLatencyFromIntendedStart() {
        WriteMeter meter = new WriteMeter(List.of("order"), true);
        meter.transaction(0, 5 * MILLI_NANOS, 7 * MILLI_NANOS, 10 * MILLI_NANOS, tally);
        WriteDurations durations = meter.takeDurations();
        assertThat(durations.latency().maxMillis()).isEqualTo(5, within(0.005));
        assertThat(durations.startDelay().maxMillis()).isEqualTo(2, within(0.002));
        assertThat(durations.serviceTime().maxMillis()).isEqualTo(3, within(0.003));
        assertThat(meter.takeDurations().latency().count()).isZero();
    }

    @Test
    void measuresLatencyOfEachKind() {
        WriteMeter meter = new WriteMeter(List.of("order", "pay"), false);
        meter.transaction(0, 0, 0, 5 * MILLI_NANOS, tally);
        meter.transaction(1, 0, 0, 9 * MILLI_NANOS, tally);
        meter.transaction(1, 0, 0, 7 * MILLI_NANOS, tally);
        WriteDurations durations = meter.takeDurations().plus(meter.takeDurations());
        assertThat(durations.latency().count()).isEqualTo(3);
        assertThat(durations.latencyByKind().get("order").maxMillis()).isEqualTo(5, within(0.005));
        assertThat(durations.latencyByKind().get("pay").count()).isEqualTo(2);
        assertThat(durations.latencyByKind().get("pay").maxMillis()).isEqualTo(9, within(0.009));
    }

    @Test
    void hasNoStartDelayInClosedLoop() {
        WriteMeter meter = new WriteMeter(List.of("order"), false);
        meter.transaction(0, 5 * MILLI_NANOS, 7 * MILLI_NANOS, 10 * MILLI_NANOS, tally);
        WriteDurations durations = meter.takeDurations();
        assertThat(durations.startDelay().count()).isZero();
        assertThat(durations.latency().count()).isEqualTo(1);
        assertThat(durations.serviceTime()).isSameAs(durations.latency());
    }

    @Test
    void losesNothingFromManyThreads() throws InterruptedException {
        WriteMeter meter = new WriteMeter(List.of("order"), true);
        int transactionsPerThread = 2_000;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            Thread thread = new Thread(() -> {
                StatementTally threadTally = new StatementTally();
                threadTally.write();
                for (int n = 0; n < transactionsPerThread; n++) {
                    meter.transaction(0, 0, MILLI_NANOS, 3 * MILLI_NANOS, threadTally);
                }
            });
            threads.add(thread);
            thread.start();
        }
        WriteDurations takenDurations = WriteDurations.NOTHING;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            takenDurations = takenDurations.plus(meter.takeDurations());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        takenDurations = takenDurations.plus(meter.takeDurations());
        assertThat(meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(64L * transactionsPerThread);
        assertThat(meter.counts().get(Metric.WRITES)).isEqualTo(64L * transactionsPerThread);
        assertThat(takenDurations.latency().count()).isEqualTo(64L * transactionsPerThread);
        assertThat(takenDurations.startDelay().count()).isEqualTo(64L * transactionsPerThread);
        assertThat(takenDurations.serviceTime().count()).isEqualTo(64L * transactionsPerThread);
    }
}
