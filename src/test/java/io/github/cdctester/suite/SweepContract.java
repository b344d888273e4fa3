// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.internal.report.SweepTable;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Settling;
import io.github.cdctester.result.StepResult;
import io.github.cdctester.result.StepResult.Status;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepRow;
import io.github.cdctester.result.SweepRow.LimitedBy;
import io.github.cdctester.suite.fault.FaultProxy;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sweep's rows are runs, and the stream's numbers in each of them are right. */
@Timeout(180)
abstract class SweepContract extends ServerContract {

    private static final long TRANSACTIONS = 400;

    /** Between what the two lower rates and what the higher ones put into the log, on either server. */
    private static final long THROTTLED_BYTES_PER_SECOND = 120_000;

    /** Much above what rest may be. */
    private static final Duration LATE = Duration.ofMillis(150);

    /** Starts a server with options of its own. */
    abstract TestServer start(String... arguments);

    @Override
    TestServer start() {
        return start(new String[0]);
    }

    /** Events that a transaction of a workload has in the server's log. */
    abstract Map<SysbenchScript, Double> eventsPerTransaction();

    @AfterEach
    void nothingIsLeft() {
        assertThat(server.rows("SHOW TABLES")).isEmpty();
    }

    private PlanBuilder plan(SysbenchSpec workload, Window window) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload.tables(2).tableSize(1_000))
                .load(closedLoop(4))
                .window(window)
                .prepareFirst()
                .cleanupAfter();
    }

    private static Window transactions(long count) {
        return new Window(Duration.ZERO, Duration.ofSeconds(60), count, Duration.ofSeconds(60));
    }

    private static Window seconds(int seconds) {
        return new Window(Duration.ZERO, Duration.ofSeconds(seconds), 0, Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @EnumSource(names = {"OLTP_INSERT", "OLTP_WRITE_ONLY"})
    void whatATransactionHasIsTheSameInEveryRow(SysbenchScript script) {
        SweepResult sweep = CdcTester.sweep(
                        plan(SysbenchSpec.of(script), transactions(TRANSACTIONS)), SweepAxis.threads(1, 2, 4))
                .run();

        assertThat(sweep.hasFailed()).as("%s", sweep.table()).isFalse();
        assertThat(sweep.isHeld()).isTrue();
        assertThat(sweep.table()).extracting(SweepRow::label).containsExactly("1", "2", "4");
        double bytes = median(sweep.table().get(0), "bytesPerTransaction");
        assertThat(sweep.table()).allSatisfy(row -> {
            assertThat(row.status()).isEqualTo(Status.DONE);
            assertThat(median(row, "eventsPerTransaction"))
                    .isEqualTo(eventsPerTransaction().get(script));
            assertThat(median(row, "bytesPerTransaction")).isCloseTo(bytes, withinPercentage(1));
        });
        assertThat(sweep.steps()).hasSize(3).allSatisfy(step -> {
            RunResult result = step.result();
            CdcSummary cdc = result.summary().cdc();
            assertThat(result.summary().write().transactions()).isEqualTo(TRANSACTIONS);
            assertThat(cdc.transactions() - cdc.heartbeats().transactions()).isEqualTo(TRANSACTIONS);
            assertThat(result.plan().loads().get(0).load().threads()).isEqualTo((int) step.value());
        });
    }

    @Test
    void betweenTheStepsTheStreamComesToRest() {
        SweepResult sweep = CdcTester.sweep(plan(Sysbench.oltpInsert(), transactions(100)), SweepAxis.threads(1, 2))
                .repeats(2)
                .run();

        assertThat(sweep.restMillis()).isNotNull();
        assertThat(sweep.steps()).hasSize(4).allMatch(step -> Boolean.TRUE.equals(step.beganAtRest()));
        assertThat(sweep.steps().subList(0, 3)).extracting(StepResult::settling).allSatisfy(settling -> {
            assertThat(settling.settled()).isTrue();
            assertThat(settling.seconds()).isPositive();
        });
        assertThat(sweep.steps().get(3).settling()).isNull();
        assertThat(sweep.table()).extracting(SweepRow::runs).containsExactly(2, 2);
        assertThat(sweep.table().get(0).values().get("cdc.delay.meanMillis"))
                .satisfies(delay -> assertThat(delay.median()).isBetween(delay.min(), delay.max()));
    }

    @Test
    void aStreamThatDoesNotComeToRestIsSaid() {
        try (FaultProxy proxy = proxy()) {
            PlanBuilder plan = plan(Sysbench.oltpInsert(), transactions(100));
            SweepResult sweep = CdcTester.sweep(
                            plan.subscriber(SubscriberSpec.DEFAULT.at(through(proxy))), SweepAxis.threads(1, 2))
                    .settleTimeout(Duration.ofSeconds(5))
                    .listener(new SweepListener() {
                        @Override
                        public void progress(StepResult latest, SweepResult soFar) {
                            proxy.delay(LATE);
                        }

                        @Override
                        public void settled(Settling settling) {
                            proxy.delay(Duration.ZERO);
                        }
                    })
                    .run();

            assertThat(sweep.steps()).extracting(StepResult::status).containsOnly(Status.DONE);
            assertThat(sweep.steps().get(0).settling().settled()).isFalse();
            assertThat(sweep.steps().get(0).settling().reason()).contains("DT of heartbeats was still ");
            assertThat(sweep.steps().get(1).beganAtRest()).isFalse();
            assertThat(SweepTable.of(sweep, SweepTable.UNLIMITED))
                    .contains("the stream was not at rest in time behind it")
                    .contains("2: began before the stream was at rest");
        }
    }

    @Test
    void theTableShowsWhereTheStreamCanNoLongerFollow() {
        try (FaultProxy proxy = proxy()) {
            proxy.throttle(THROTTLED_BYTES_PER_SECOND);
            PlanBuilder plan =
                    plan(Sysbench.oltpInsert(), seconds(4)).subscriber(SubscriberSpec.DEFAULT.at(through(proxy)));
            SweepResult sweep = CdcTester.sweep(plan, SweepAxis.rates(30, 60, 500, 1_000))
                    .until("delay.p50>500ms")
                    .run();

            List<SweepRow> rows = sweep.table();
            assertThat(rows)
                    .extracting(SweepRow::status)
                    .containsExactly(Status.DONE, Status.DONE, Status.DONE, Status.SKIPPED);
            assertThat(rows)
                    .extracting(SweepRow::limitedBy)
                    .containsExactly(LimitedBy.NONE, LimitedBy.NONE, LimitedBy.SERVER, null);
            assertThat(median(rows.get(2), "cdc.delay.p50Millis")).isGreaterThan(500);
            for (String delay : List.of("cdc.delay.meanMillis", "cdc.delay.p99Millis", "cdc.delay.maxMillis")) {
                assertThat(median(rows.get(2), delay))
                        .isGreaterThan(median(rows.get(0), delay))
                        .isGreaterThan(median(rows.get(1), delay));
            }
            assertThat(median(rows.get(2), "catchUpSeconds")).isGreaterThan(1);
            assertThat(sweep.endedBecause()).startsWith("step 3 met delay.p50>500ms: cdc.delay.p50Millis is ");
            assertThat(sweep.hasFailed()).isFalse();
        }
    }

    @Test
    void aRateThatCannotBeReachedShowsWhatWasReached() {
        SweepResult sweep = CdcTester.sweep(
                        plan(Sysbench.oltpInsert(), seconds(2)).load(closedLoop(1)), SweepAxis.rates(20, 200_000))
                .settleTimeout(Duration.ZERO)
                .run();

        assertThat(sweep.hasFailed()).as("%s", sweep.table()).isFalse();
        assertThat(median(sweep.table().get(1), "write.transactionsPerSecond")).isBetween(1.0, 100_000.0);
        assertThat(sweep.table().get(1).value()).isEqualTo(200_000);
        assertThat(SweepTable.of(sweep, SweepTable.UNLIMITED))
                .containsPattern("rate +reached +QPS")
                .contains("200000: ");
        assertThat(sweep.steps().get(1).result().notes())
                .anyMatch(note -> note.contains("the rate was higher than the server and the threads could do"));
        assertThat(sweep.steps()).allMatch(step -> step.beganAtRest() == null && step.settling() == null);
    }

    @Test
    void largeTransactionsShowBothTheirDelaysAndWhatTheyDoToOthers() {
        PlanBuilder plan = plan(Sysbench.oltpInsert(), seconds(4))
                .background(LargeTransactions.insert().transactions(0), openLoop(1, perSecond(2)));
        SweepResult sweep =
                CdcTester.sweep(plan, SweepAxis.trxBytes(2_000_000, 4_000_000)).run();

        assertThat(sweep.hasFailed()).as("%s", sweep.table()).isFalse();
        for (int i = 0; i < 2; i++) {
            SweepRow row = sweep.table().get(i);
            CdcSummary.LargeTransactions large =
                    sweep.steps().get(i).result().summary().cdc().largeTransactions();
            assertThat(median(row, "transactionBytes")).isCloseTo(row.value(), withinPercentage(1));
            assertThat(median(row, "large.passingMillis"))
                    .isEqualTo(large.passing().p50Millis());
            assertThat(median(row, "large.othersElse.p99Millis"))
                    .isEqualTo(large.othersElse().p99Millis());
            // heartbeats do not tell when a large one was committed
            if ("HEARTBEAT".equals(large.delay().source())) {
                assertThat(row.values()).doesNotContainKeys("large.firstByteMillis", "large.lastByteMillis");
            } else {
                assertThat(median(row, "large.lastByteMillis"))
                        .isEqualTo(large.delay().p50Millis())
                        .isGreaterThan(median(row, "large.firstByteMillis"));
            }
        }
        assertThat(SweepTable.of(sweep, SweepTable.UNLIMITED))
                .contains("oltp_insert with large_transaction in the background, trx size 2000000, 4000000")
                .containsPattern("trx size +trx MB +QPS +DT ms")
                .containsPattern("passing");
    }

    private static double median(SweepRow row, String name) {
        assertThat(row.values()).containsKey(name);
        return row.values().get(name).median();
    }

    private FaultProxy proxy() {
        return FaultProxy.to(server.endpoint().host(), server.endpoint().port());
    }

    private Endpoint through(FaultProxy proxy) {
        return server.endpoint().withAddress(proxy.host(), proxy.port());
    }
}
