// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.RunningLoad;
import io.github.cdctester.internal.run.load.SimulatedPool;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.writer.WaitingStarts;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WriteTotalsTest {

    private static final Tpcc WITH_THINK_TIMES = Tpcc.warehouses(10).thinkTimes(true);

    private static List<RunningLoad> loads(WorkloadSpec... workloads) {
        List<NamedLoad> planLoads = new ArrayList<>();
        for (WorkloadSpec workload : workloads) {
            planLoads.add(NamedLoad.of(workload, LoadSpec.closedLoop(1)).named("load" + planLoads.size()));
        }
        return writeSide(planLoads, spec -> {
                    throw new AssertionError("no load connects");
                })
                .loads();
    }

    private static WriteSide writeSide(List<NamedLoad> planLoads, WorkerPool.Factory pools) {
        Endpoint endpoint = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "secret");
        return new WriteSide(
                Plan.of(endpoint, Window.DEFAULT, planLoads),
                new LoadWorkloads(),
                new TablePolicy(false, false, false, false),
                new WriteTarget(endpoint, false, Optional.empty(), null),
                pools,
                new RunListener() {},
                new StopSignal(),
                () -> 0);
    }

    private static void record(RunningLoad load, int kind, int committedCount, int rolledBackCount) {
        WriteMeter meter = load.metered().meter();
        StatementTally tally = new StatementTally();
        for (int i = 0; i < committedCount; i++) {
            meter.transaction(kind, 0, 0, 1_000, tally);
        }
        tally.rolledBack();
        for (int i = 0; i < rolledBackCount; i++) {
            meter.transaction(kind, 0, 0, 1_000, tally);
        }
    }

    private static WriteSummary summary(List<RunningLoad> loads) {
        RunTimeline timeline = new RunTimeline();
        timeline.openedNanos = 1;
        Sampler sampler = new Sampler(loads.stream().map(RunningLoad::metered).toList(), List.of());
        sampler.tick(Phase.MEASURE, 1);
        return new WriteTotals(timeline, sampler.loads(), loads).runSummary(60, true);
    }

    @Test
    void newOrdersExcludeOnlyTheirOwnRollbacks() {
        List<RunningLoad> loads = loads(WITH_THINK_TIMES, Transfers.between(10));
        record(loads.get(0), 0, 99, 1);
        record(loads.get(1), 0, 100, 500);
        WriteSummary summary = summary(loads);
        assertThat(summary.rolledBack()).isEqualTo(501);
        assertThat(summary.newOrdersPerMinute()).isEqualTo(99);
        assertThat(summary.newOrderEfficiencyPercent()).isCloseTo(100 * 99 / 128.6, within(1e-9));
    }

    @Test
    void loadsOnSameWarehousesShareMaximum() {
        List<RunningLoad> loads = loads(WITH_THINK_TIMES, WITH_THINK_TIMES);
        record(loads.get(0), 0, 70, 0);
        record(loads.get(1), 0, 50, 2);
        WriteSummary summary = summary(loads);
        assertThat(summary.newOrdersPerMinute()).isEqualTo(120);
        assertThat(summary.newOrderEfficiencyPercent()).isCloseTo(100 * 120 / 128.6, within(1e-9));
    }

    @Test
    void otherWorkloadsHaveNoNewOrders() {
        List<RunningLoad> loads = loads(Transfers.between(10));
        record(loads.get(0), 0, 10, 0);
        assertThat(summary(loads).newOrdersPerMinute()).isNull();
    }

    @Test
    void leftOutShareExcludesClosedLoops() throws InterruptedException {
        Distribution waitingTimes = Distribution.of(new WaitingStarts(30, index -> 1_000_000));
        WriteSide writer = writeSide(
                List.of(
                        NamedLoad.of(Transfers.between(10), LoadSpec.openLoop(1, Rate.perSecond(5)))
                                .named("open"),
                        NamedLoad.of(Transfers.between(10), LoadSpec.closedLoop(1))
                                .named("closed")),
                spec -> {
                    SimulatedPool pool = new SimulatedPool(() -> 0, nanos -> {}, Duration.ZERO);
                    if (spec.load().name().equals("open")) {
                        pool.setWaitingTimes(waitingTimes);
                    }
                    return pool;
                });
        writer.connect(List.of("open", "closed"), null, () -> {});
        writer.openWindow(0);
        record(writer.loads().get(0), 0, 10, 0);
        record(writer.loads().get(1), 0, 5_000, 0);
        writer.end();
        WriteSummary summary = summary(writer.loads());

        assertThat(summary.notStarted()).isEqualTo(30);
        assertThat(summary.leftOutPercent()).isEqualTo(75);
        assertThat(summary.omitsMoreThan(50)).isTrue();
        assertThat(summary.workloads())
                .extracting(load -> load.write().leftOutPercent())
                .containsExactly(75.0, null);
        assertThat(summary.latencyWithWaiting().count())
                .as("latency of all loads")
                .isEqualTo(5_040);
    }

    @Test
    void excludesWarmUpOfRunThatMeasuredNothing() {
        List<RunningLoad> loads = loads(Transfers.between(10));
        Sampler sampler = new Sampler(loads.stream().map(RunningLoad::metered).toList(), List.of());
        record(loads.get(0), 0, 10, 0);
        assertThat(sampler.tick(Phase.WARM_UP, 1).write().orElseThrow().count(Metric.WRITE_TRANSACTIONS))
                .isEqualTo(10);
        WriteSummary summary = new WriteTotals(new RunTimeline(), sampler.loads(), loads).runSummary(0, true);
        assertThat(summary.transactions()).isZero();
        assertThat(summary.latency().count()).isZero();
        assertThat(summary.workloads().get(0).write().latency().count()).isZero();
    }
}
