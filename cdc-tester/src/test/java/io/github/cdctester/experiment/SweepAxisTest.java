// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.experiment.SweepAxis.Parameter;
import io.github.cdctester.experiment.SweepAxis.Point;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SweepAxisTest {

    private static final LoadSpec CLOSED_LOOP = LoadSpec.closedLoop(3);
    private static final LoadSpec OPEN_LOOP = LoadSpec.openLoop(3, Rate.perSecond(7), Arrivals.POISSON);

    @Test
    void threadsAxisChangesOnlyThreads() {
        SweepAxis axis = SweepAxis.threads(16, 32);
        assertThat(axis.plans(RunResults.plan(Sysbench.oltpInsert(), CLOSED_LOOP)))
                .extracting(stepPlan -> stepPlan.loads().get(0).load())
                .containsExactly(LoadSpec.closedLoop(16), LoadSpec.closedLoop(32));
        assertThat(axis.plans(RunResults.plan(Sysbench.oltpInsert(), OPEN_LOOP)))
                .extracting(stepPlan -> stepPlan.loads().get(0).load())
                .containsExactly(
                        LoadSpec.openLoop(16, Rate.perSecond(7), Arrivals.POISSON),
                        LoadSpec.openLoop(32, Rate.perSecond(7), Arrivals.POISSON));
        assertThat(axis.plans(RunResults.plan(Sysbench.oltpInsert(), CLOSED_LOOP)))
                .extracting(stepPlan -> stepPlan.loads().get(0).workload())
                .containsOnly(Sysbench.oltpInsert());
    }

    @Test
    void ratesAxisUsesOpenLoop() {
        SweepAxis axis = SweepAxis.rates(0.5, 2_000);
        assertThat(axis.plans(RunResults.plan(Sysbench.oltpInsert(), CLOSED_LOOP)))
                .extracting(stepPlan -> stepPlan.loads().get(0).load())
                .containsExactly(
                        LoadSpec.openLoop(3, Rate.perSecond(0.5)), LoadSpec.openLoop(3, Rate.perSecond(2_000)));
        assertThat(axis.plans(RunResults.plan(Sysbench.oltpInsert(), OPEN_LOOP)))
                .extracting(stepPlan -> stepPlan.loads().get(0).load())
                .last()
                .isEqualTo(LoadSpec.openLoop(3, Rate.perSecond(2_000), Arrivals.POISSON));
        assertThat(axis).hasToString("0.5,2000");
    }

    @Test
    void trxSizeAxisChangesMainOrBackgroundLoad() {
        LargeTransactions largeTransactions = LargeTransactions.insert();
        SweepAxis axis = SweepAxis.trxBytes(1_000_000, 2_000_000);
        assertThat(axis.plans(RunResults.plan(largeTransactions, CLOSED_LOOP)))
                .extracting(stepPlan -> stepPlan.loads().get(0).workload())
                .containsExactly(largeTransactions.trxBytes(1_000_000), largeTransactions.trxBytes(2_000_000));

        Plan plan = RunResults.plan(Sysbench.oltpInsert(), CLOSED_LOOP);
        Plan planWithBackground = Plan.of(
                        plan.endpoint(),
                        plan.window(),
                        List.of(plan.loads().get(0), NamedLoad.background(largeTransactions, LoadSpec.closedLoop(1))))
                .ignoredErrors(plan.ignoredErrors())
                .subscriber(plan.subscriber())
                .verification(plan.verification())
                .replay(true);
        assertThat(axis.plans(planWithBackground)).allMatch(Plan::replay);
        assertThat(axis.plans(planWithBackground))
                .extracting(stepPlan -> stepPlan.loads().get(1).workload())
                .containsExactly(largeTransactions.trxBytes(1_000_000), largeTransactions.trxBytes(2_000_000));
    }

    @Test
    void warehousesAxisKeepsMix() {
        Tpcc deck = Tpcc.warehouses(5).mix(Tpcc.Mix.DECK);
        assertThat(SweepAxis.warehouses(1, 2).plans(RunResults.plan(deck, CLOSED_LOOP)))
                .extracting(stepPlan -> stepPlan.loads().get(0).workload())
                .containsExactly(
                        Tpcc.warehouses(1).mix(Tpcc.Mix.DECK),
                        Tpcc.warehouses(2).mix(Tpcc.Mix.DECK));
    }

    @Test
    void rejectsUnsortedValuesAndDuplicates() {
        assertRejected(() -> SweepAxis.threads(32, 16), "threads: 32,16, must be a list in ascending order: 16,32");
        assertRejected(
                () -> SweepAxis.threads(16, 16, 32), "threads: 16,16,32, must be a list of different values: 16,32");
        assertRejected(
                () -> SweepAxis.rates(30, 20, 30),
                "rate: 30,20,30, must be a list of different values in ascending order: 20,30");
        assertRejected(() -> SweepAxis.threads(), "threads: empty, must be a list of values with commas between");
    }

    @Test
    void comparesByValueAndRejectsFractions() {
        assertRejected(
                () -> new SweepAxis(Parameter.TRX_SIZE, List.of(new Point(1e9, "1GB"), new Point(5e8, "0.5GB"))),
                "trxSize: 1GB,0.5GB, must be a list in ascending order: 0.5GB,1GB");
        assertRejected(
                () -> new SweepAxis(Parameter.TRX_SIZE, List.of(new Point(1e9, "1000MB"), new Point(1e9, "1GB"))),
                "trxSize: 1000MB,1GB, must be a list of different values: 1000MB");
        assertRejected(
                () -> new SweepAxis(Parameter.THREADS, List.of(new Point(1.5, "1.5"))),
                "threads: 1.5, must be a list of whole numbers");
    }

    @Test
    void rejectsAxisThatWorkloadLacks() {
        assertRejected(
                () -> SweepAxis.trxBytes(1_000_000, 2_000_000)
                        .check(List.of(NamedLoad.of(Sysbench.oltpInsert(), CLOSED_LOOP))),
                "trxSize: 1000000,2000000, must be left out without large_transaction");
        assertRejected(
                () -> SweepAxis.warehouses(1, 2).check(List.of(NamedLoad.of(Sysbench.oltpInsert(), CLOSED_LOOP))),
                "warehouses: 1,2, must be left out without tpcc");
    }

    @Test
    void checksEachValueBeforeStart() {
        assertRejected(
                () -> SweepAxis.threads(0, 16).check(List.of(NamedLoad.of(Sysbench.oltpInsert(), CLOSED_LOOP))),
                "threads: 0, must be a whole number from 1");
        assertRejected(
                () -> SweepAxis.trxBytes(1, 2_000_000)
                        .check(List.of(NamedLoad.of(LargeTransactions.insert(), CLOSED_LOOP))),
                "trxSize: 1 bytes, must be a size from 10 kB to 1 TB");
        assertRejected(
                () -> SweepAxis.rates(10, 20)
                        .plans(RunResults.plan(Tpcc.warehouses(1).thinkTimes(true), CLOSED_LOOP)),
                "thinkTimes: on, must be off with a rate");
    }

    private static void assertRejected(Runnable action, String message) {
        assertThatThrownBy(action::run).isInstanceOf(InvalidPlanException.class).hasMessageStartingWith(message);
    }
}
