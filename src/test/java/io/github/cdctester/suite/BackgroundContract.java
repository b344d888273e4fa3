// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The sum of both loads' counts equals the transactions in the binlog. */
@Timeout(180)
abstract class BackgroundContract extends ServerContract {

    static final long MB = 1_000_000;
    private static final LargeTransactions LARGE_TRANSACTIONS =
            LargeTransactions.insert().trxBytes(20 * MB).transactions(0);
    private static final int SMALL_ROWS = 100;

    /** Uses the process list, because innodb_trx returns a cached answer if it is queried more often than every 100 ms. */
    private static final String OPEN_LARGE_TRANSACTIONS =
            "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'INSERT INTO large%'";

    private static final RunListener NO_LISTENER = new RunListener() {};

    @AfterEach
    void assertNoTablesLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    @Test
    void countsLargeAndSmallTransactionsSeparately() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        PlanBuilder plan = plan(1).background(LARGE_TRANSACTIONS.transactions(2), LoadSpec.closedLoop(1))
                .window(Window.warmUp(Duration.ofSeconds(60)), Window.measure(Duration.ofSeconds(3)));
        RunResult result = RoundTripChecks.run(UntilCondition.runSettings(plan, true, NO_LISTENER)
                .withWarmedUp(Optional.of(
                        new UntilCondition("more rows than it began with", () -> server.sysbenchRows(1) > SMALL_ROWS)))
                .withRegistry(Optional.of(registry)));

        assertAllCommitsObserved(result);
        WorkloadSummary smallLoad = result.summary().write().workloads().get(0);
        WorkloadSummary largeLoad = result.summary().write().workloads().get(1);
        assertThat(smallLoad.name()).isEqualTo("oltp_insert");
        assertThat(largeLoad.name()).isEqualTo("large_transaction");
        assertThat(largeLoad.threads()).isEqualTo(1);
        assertThat(largeLoad.write().transactions()).isBetween(1L, 2L);
        assertThat(smallLoad.write().latency().count())
                .isEqualTo(smallLoad.write().transactions());
        assertThat(largeLoad.write().latency().count())
                .isEqualTo(largeLoad.write().transactions());
        assertThat(result.summary().write().transactionsByKind())
                .isEqualTo(Map.of(
                        "oltp_insert", smallLoad.write().transactions(),
                        "large_insert", largeLoad.write().transactions()));
        assertThat(smallLoad.write().logged() + largeLoad.write().logged())
                .isEqualTo(result.verdict().committed());

        CdcSummary cdc = result.summary().cdc();
        CdcSummary.LargeTransactions largeInStream = cdc.largeTransactions();
        assertThat(largeInStream).isNotNull();
        assertThat(largeInStream.transactions()).isEqualTo(largeLoad.write().transactions());
        assertThat(largeInStream.bytes() / largeInStream.transactions()).isCloseTo(20 * MB, withinPercentage(1));
        assertThat(largeInStream.passing().count()).isEqualTo(largeInStream.transactions());
        assertThat(largeInStream.delay().count()
                        + largeInStream.othersDuring().count()
                        + largeInStream.othersElse().count())
                .isEqualTo(cdc.delay().count());
        assertThat(largeInStream.othersElse().count()).isPositive();

        assertThat(writtenTransactions(registry, "oltp_insert", "oltp_insert"))
                .isGreaterThan(smallLoad.write().transactions()); // includes the warm-up
        assertThat(writtenTransactions(registry, "large_transaction", "large_insert"))
                .isEqualTo(largeLoad.write().transactions());
        assertThat(registry.get("cdc.transactions").counter().getId().getTag("workload"))
                .isEqualTo("oltp_insert");
    }

    @Test
    void finishesTransactionOpenAtEndOfWindow() {
        PlanBuilder plan = plan(2).background(LARGE_TRANSACTIONS, LoadSpec.closedLoop(1))
                .window(Window.warmUp(Duration.ZERO), Window.measure(Duration.ofSeconds(60)));
        RunResult result = RoundTripChecks.run(UntilCondition.runSettings(plan, true, NO_LISTENER)
                .withMeasured(Optional.of(new UntilCondition(
                        "a large transaction under way", () -> server.queryNumber(OPEN_LARGE_TRANSACTIONS) > 0))));
        assertAllCommitsObserved(result);
        WorkloadSummary largeLoad = result.summary().write().workloads().get(1);
        assertThat(largeLoad.write().transactions()).isPositive();
        assertThat(result.summary().cdc().largeTransactions().transactions())
                .isEqualTo(largeLoad.write().transactions());
    }

    @Test
    void backgroundLoadEndsWithMainLoad() {
        RunResult result = RoundTripChecks.run(plan(2).load(LoadSpec.closedLoop(2))
                .background(LARGE_TRANSACTIONS, LoadSpec.openLoop(1, Rate.perSecond(0.01)))
                .window(new Window(Duration.ZERO, Duration.ZERO, 2_000, Duration.ofSeconds(60))));
        assertAllCommitsObserved(result);
        assertThat(result.summary().write().workloads().get(0).write().transactions())
                .isEqualTo(2_000);
        WorkloadSummary largeLoad = result.summary().write().workloads().get(1);
        assertThat(largeLoad.write().transactions()).isEqualTo(1);
        assertThat(largeLoad.write().scheduled()).isEqualTo(1);
        assertThat(result.summary().write().workloads().get(0).write().scheduled())
                .isNull();
    }

    @Test
    void sysbenchScriptsShareTables() {
        AtomicBoolean bothLoadsWrite = new AtomicBoolean();
        RunListener listener = new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                bothLoadsWrite.set(sample.workloads().stream()
                        .allMatch(load -> load.write().transactions() > 0));
            }
        };
        PlanBuilder plan = CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .background(
                        Sysbench.oltpUpdateIndex().tables(2).tableSize(100), LoadSpec.openLoop(2, Rate.perSecond(300)))
                .load(LoadSpec.openLoop(1, Rate.perSecond(300)))
                .window(Window.warmUp(Duration.ZERO), Window.measure(Duration.ofSeconds(60)));
        RunResult result = RoundTripChecks.run(UntilCondition.runSettings(plan, true, listener)
                .withMeasured(Optional.of(new UntilCondition("a second in which both write", bothLoadsWrite::get))));
        assertAllCommitsObserved(result);
        assertThat(result.summary().write().workloads())
                .hasSize(2)
                .allSatisfy(load -> assertThat(load.write().transactions()).isPositive());
        assertThat(result.summary().cdc().largeTransactions()).isNull();
    }

    @Test
    void rejectsSameWorkloadTwice() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> plan(1).background(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))
                        .build())
                .withMessageContaining("background: oltp_insert, must be a workload other than the first one");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> plan(1).background(Sysbench.oltpDelete().tables(9), LoadSpec.closedLoop(1))
                        .build())
                .withMessageContaining("the same tables");
    }

    @Test
    void dropsFirstTablesIfSecondPreparationFails() {
        server.execute("CREATE TABLE large_transaction (id INT)");
        try {
            PlanBuilder plan = plan(1).background(LARGE_TRANSACTIONS, LoadSpec.closedLoop(1));
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(plan::run)
                    .withMessageContaining("large_transaction");
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(plan::prepare)
                    .withMessageContaining("large_transaction");
            assertThat(server.queryRows("SHOW TABLES")).hasSize(1);
        } finally {
            server.execute("DROP TABLE large_transaction");
        }
    }

    @Test
    void stopsDuringLargeTransaction() {
        StopSignal stop = new StopSignal();
        RunResult result =
                RoundTripChecks.run(plan(2).background(LARGE_TRANSACTIONS.trxBytes(400 * MB), LoadSpec.closedLoop(1))
                        .window(Window.warmUp(Duration.ZERO), Window.measure(Duration.ofSeconds(60)))
                        .stopSignal(stop)
                        .listener(new RunListener() {
                            @Override
                            public void sample(SampleRow sample) {
                                if (sample.phase() == SampleRow.RunPart.MEASURE) {
                                    stop.raise();
                                }
                            }
                        }));
        assertThat(result.interrupted()).isTrue();
        Verdict verdict = result.verdict();
        if (verdict.status() == Verdict.Status.BEHIND) { // after a stop, the wait for the rest of the stream is limited
            assertThat(verdict.observed()).isLessThanOrEqualTo(verdict.committed());
            assertThat(result.notes())
                    .anyMatch(note ->
                            note.code() == Note.Code.STREAM_END_NOT_SEEN || note.code() == Note.Code.STREAM_CUT_OFF);
        } else {
            assertThat(verdict.observed()).isEqualTo(verdict.committed());
        }
    }

    private static void assertAllCommitsObserved(RunResult result) {
        assertThat(result.interrupted()).isFalse();
        assertThat(result.verdict().committed()).isEqualTo(result.verdict().observed());
        assertThat(result.summary().write().workloads().stream()
                        .mapToLong(load -> load.write().transactions())
                        .sum())
                .isEqualTo(result.summary().write().transactions());
    }

    private static double writtenTransactions(SimpleMeterRegistry registry, String workload, String kind) {
        return registry.get("write.transactions")
                .tags("workload", workload, "kind", kind)
                .counter()
                .count();
    }

    private PlanBuilder plan(int threads) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(SMALL_ROWS))
                .load(LoadSpec.openLoop(threads, Rate.perSecond(300)))
                .prepareFirst()
                .cleanupAfter();
    }
}
