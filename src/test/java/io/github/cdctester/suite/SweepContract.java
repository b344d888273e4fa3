// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.sysbench.SysbenchScript;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each run of a sweep must count its stream correctly, and the sweep's table must show these counts. */
@Timeout(180)
abstract class SweepContract extends ServerContract {

    private static final long TRANSACTIONS = 400;

    /** The keys are workloads. */
    abstract Map<SysbenchScript, Double> eventsPerTransaction();

    @AfterEach
    void assertNothingLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    PlanBuilder plan(SysbenchSpec workload, Window window) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload.tables(2).tableSize(1_000))
                .load(closedLoop(4))
                .window(window)
                .prepareFirst()
                .cleanupAfter();
    }

    static Window transactions(long count) {
        return new Window(Duration.ZERO, Duration.ofSeconds(60), count, Duration.ofSeconds(60));
    }

    static Window seconds(int seconds) {
        return new Window(Duration.ZERO, Duration.ofSeconds(seconds), 0, Duration.ofSeconds(60));
    }

    @ParameterizedTest
    @EnumSource(names = {"OLTP_INSERT", "OLTP_WRITE_ONLY"})
    void eachRowHasSameEventsPerTransaction(SysbenchScript script) {
        SweepResult sweep = RoundTripChecks.run(
                CdcTester.sweep(plan(SysbenchSpec.of(script), transactions(TRANSACTIONS)), SweepAxis.threads(1, 2, 4))
                        .settleTimeout(Duration.ZERO));

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
    void showsDelaysOfLargeAndOtherTransactions() {
        PlanBuilder plan = plan(Sysbench.oltpInsert(), seconds(3))
                .load(openLoop(2, perSecond(300)))
                .background(LargeTransactions.insert().transactions(0), openLoop(1, perSecond(2)));
        SweepResult sweep = RoundTripChecks.run(
                CdcTester.sweep(plan, SweepAxis.trxBytes(2_000_000, 4_000_000)).settleTimeout(Duration.ZERO));

        assertThat(sweep.hasFailed()).as("%s", sweep.table()).isFalse();
        for (int i = 0; i < 2; i++) {
            SweepRow row = sweep.table().get(i);
            CdcSummary.LargeTransactions largeSummary =
                    sweep.steps().get(i).result().summary().cdc().largeTransactions();
            assertThat(median(row, "transactionBytes")).isCloseTo(row.value(), withinPercentage(1));
            assertThat(median(row, "large.passingMillis"))
                    .isEqualTo(largeSummary.passing().p50Millis());
            assertThat(median(row, "large.othersElse.p99Millis"))
                    .isEqualTo(largeSummary.othersElse().p99Millis());
            // heartbeats do not show the commit time of a large transaction
            if ("HEARTBEAT".equals(largeSummary.delay().source())) {
                assertThat(row.values()).doesNotContainKeys("large.firstByteMillis", "large.lastByteMillis");
            } else {
                assertThat(median(row, "large.lastByteMillis"))
                        .isEqualTo(largeSummary.delay().p50Millis())
                        .isGreaterThan(median(row, "large.firstByteMillis"));
            }
        }
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(sweep))
                .containsPattern(
                        "oltp_insert with large_transaction in the background, \\d+ threads?, trx size 2000000, 4000000")
                .containsPattern("trx size +trx size MB +QPS +DT ms")
                .containsPattern("transfer");
    }

    static double median(SweepRow row, String name) {
        assertThat(row.values()).containsKey(name);
        return row.values().get(name).median();
    }
}
