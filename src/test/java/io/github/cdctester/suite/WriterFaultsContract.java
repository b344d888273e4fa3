// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Killed connections and deadlocks of workers, and the outcome of their transactions. */
@Timeout(120)
abstract class WriterFaultsContract extends ServerContract {

    private static final int THREADS = 8;
    private static final int ROUNDS = 3;

    /** A commit on a killed connection may have happened or not. Neither counts as wrong. */
    @Test
    void runSurvivesKillOfAllConnections() {
        WorkerKiller killer = new WorkerKiller(server, THREADS, ROUNDS);
        PlanBuilder plan = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(openLoop(THREADS, perSecond(400))) // gives workers processor time to reconnect before the end
                .subscriber(SubscriberSpec.DEFAULT.delaySource(
                        DelaySource.EVENT_HEADER)) // no heartbeat connection can be killed
                .window(new Window(Duration.ZERO, Duration.ofSeconds(60), 0, Duration.ofSeconds(30)));
        try {
            RunResult result = RoundTripChecks.run(
                    Until.settings(plan, false, killer).measuringUntil(new Until("after the kills", killer::isOver)));

            // the killed connections can include an idle one of the tester's side pool
            assertThat(killer.killed()).isGreaterThanOrEqualTo(ROUNDS * THREADS);
            assertThat(result.interrupted()).isFalse();
            assertThat(result.summary().write().reconnects())
                    .as("workers may not have noticed the last kills before the end")
                    .isBetween((ROUNDS - 1L) * THREADS, (long) killer.killed());
            long committed = result.summary().write().transactions();
            long unknown = result.summary().write().unknownOutcome();
            assertThat(unknown).isLessThanOrEqualTo(killer.killed());
            Verdict verdict = result.verdict();
            assertThat(verdict.unknownOutcome()).isEqualTo(unknown);
            assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(List.of(verdict.missing(), verdict.duplicated(), verdict.outOfOrder()))
                    .containsOnly(0L);
            assertThat(verdict.firstOffender()).isNull();
            assertThat(server.sysbenchRows(1) - 10).isBetween(committed, committed + unknown);
            assertThat(verdict.observed()).isEqualTo(server.sysbenchRows(1) - 10);
            assertThat(result.samples())
                    .as("workers write after the last kill")
                    .anyMatch(row -> row.second() > ROUNDS + 1 && row.write().transactions() > 0);
        } finally {
            killer.close();
            plan.cleanup();
        }
    }

    @Test
    void retriesWholeTransactionAfterDeadlock() throws InterruptedException {
        int rows = 4;
        int transactions = 2_000;
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        try {
            for (int row = 0; row < rows; row++) {
                server.execute("INSERT INTO pairs VALUES (" + row + ", 0)");
            }
            WriteMeter meter = new WriteMeter(List.of("pair"), false);
            try (LoadDriver load = new LoadDriver(
                    new PairUpdates(rows),
                    ConnectionPool.open(server.endpoint(), false, THREADS),
                    closedLoop(THREADS),
                    LoadSpec.IgnoredErrors.DEFAULT,
                    meter,
                    NanoClock.SYSTEM,
                    0,
                    LoadShare.ALL)) {
                load.limitTo(transactions);
                load.start();
                load.open();
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(100))).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            assertThat(meter.counts().get(Metric.WRITE_TRANSACTIONS)).isEqualTo(transactions);
            assertThat(meter.counts().errorsPerCode()).containsOnlyKeys(1213);
            assertThat(server.number("SELECT SUM(n) FROM pairs"))
                    .as("each transaction adds 1 to each of two rows, once")
                    .isEqualTo(2 * transactions);
        } finally {
            server.execute("DROP TABLE pairs");
        }
    }

    @Test
    void lockWaitTimeoutRollsBackWholeTry() throws InterruptedException {
        server.execute("CREATE TABLE pairs (id INT NOT NULL PRIMARY KEY, n INT NOT NULL) ENGINE = InnoDB");
        try (SideConnection holder = new SideConnection(server)) {
            server.execute("INSERT INTO pairs VALUES (0, 0)", "INSERT INTO pairs VALUES (1, 0)");
            WriteMeter meter = new WriteMeter(List.of("pair"), false);
            try (LoadDriver load = new LoadDriver(
                    PairUpdates.ascendingWithShortLockWaits(),
                    ConnectionPool.open(server.endpoint(), false, 1),
                    closedLoop(1),
                    LoadSpec.IgnoredErrors.DEFAULT,
                    meter,
                    NanoClock.SYSTEM,
                    0,
                    LoadShare.ALL)) {
                holder.execute("UPDATE pairs SET n = n WHERE id = 1");
                load.limitTo(1);
                load.start();
                load.open();
                Eventually.assertThat(
                        Duration.ofSeconds(60), () -> meter.counts().get(Metric.ERRORS), errors -> errors >= 1);
                holder.release();
                assertThat(load.awaitEnd(TimeUnit.SECONDS.toNanos(60))).isTrue();
                assertThat(load.failure()).isEmpty();
            }
            assertThat(meter.counts().errorsPerCode()).containsOnlyKeys(1205);
            assertThat(server.rows("SELECT id, n FROM pairs ORDER BY id"))
                    .containsExactly(List.of("0", "1"), List.of("1", "1"));
        } finally {
            server.execute("DROP TABLE pairs");
        }
    }
}
