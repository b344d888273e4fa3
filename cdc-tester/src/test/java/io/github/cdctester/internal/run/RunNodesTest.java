// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.inject.FaultRequests;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests checks of plans with worker nodes. No node listens at the addresses, so plans must be rejected before any connection. */
class RunNodesTest {

    private static final Endpoint UNREACHABLE_SERVER = Endpoint.of("jdbc:mysql://127.0.0.1:1/sbtest", "root", "");
    private static final WorkerNodes READER_NODES = WorkerNodes.following("127.0.0.1:1", Path.of("no.pem"));

    private static final String MISSING_MODULE = "to use worker nodes, add io.github.cdctester:cdc-tester-cluster";

    private static PlanBuilder plan() {
        return CdcTester.plan()
                .endpoint(UNREACHABLE_SERVER)
                .workload(Sysbench.oltpInsert())
                .workers(READER_NODES);
    }

    private static void assertRejected(Runnable run, String setting, String condition) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(run::run)
                .withMessageStartingWith(setting + ": 1, must be left out " + condition + ": ");
    }

    @Test
    void rejectsNodeReadersWithLocalFeatures() {
        assertRejected(() -> plan().replay().run(), "subscribers", "with a replay");
        assertRejected(
                () -> plan().inject(FaultSchedule.at(Duration.ofSeconds(1), Fault.cut(Duration.ofSeconds(1))))
                        .run(),
                "subscribers",
                "if the run injects faults of the network");
        assertRejected(
                () -> plan().inject(FaultSchedule.random(42, Duration.ofSeconds(1)))
                        .run(),
                "subscribers",
                "if the run injects faults of the network");
        assertRejected(
                () -> plan().consumer(ConsumerProbe.named("app")).run(), "subscribers", "if consumers are judged");
        assertRejected(
                () -> plan().subscriber(SubscriberSpec.DEFAULT.failover(List.of(UNREACHABLE_SERVER)))
                        .run(),
                "subscribers",
                "with failover");
        assertRejected(() -> plan().drain(), "subscribers", "of a drain");
    }

    @Test
    void rejectsNodeReadersWithNetworkFaultsOfActions() {
        RunSettings settings = settingsWithAction(Fault.cut(Duration.ofSeconds(1)));
        assertRejected(() -> RunNodes.check(settings), "subscribers", "if the run injects faults of the network");
    }

    /** The plan is accepted, so the only error is the missing cluster module. */
    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"KILL_DUMP", "KILL_DUMPS", "ROTATE", "PURGE", "RESTART", "KILL_9"})
    void acceptsNodeReadersWithFaultsOfServer(FaultKind kind) {
        RunSettings settings = settingsWithAction(Fault.of(kind));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> RunNodes.check(settings))
                .withMessageStartingWith(MISSING_MODULE);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> RunNodes.check(settings.injecting(Injection.of(
                        FaultSchedule.at(Duration.ofSeconds(1), Fault.of(kind)), List.of(), Optional.empty()))))
                .withMessageStartingWith(MISSING_MODULE);
    }

    private static RunSettings settingsWithAction(Fault fault) {
        return RunSettings.of(
                        Plan.of(UNREACHABLE_SERVER, Window.DEFAULT, List.of()),
                        new TablePolicy(false, false, false, false),
                        new RunListener() {},
                        new StopSignal())
                .withWorkers(Optional.of(READER_NODES))
                .injecting(Injection.NONE.requesting(new FaultRequests(List.of(fault))));
    }

    @Test
    void rejectsMoreWritingNodesThanThreads() {
        WorkerNodes writers = WorkerNodes.parse("127.0.0.1:1,127.0.0.1:2", Path.of("no.pem"));
        PlanBuilder plan = plan().load(LoadSpec.closedLoop(1)).workers(writers);
        assertTooFewThreads(plan::run);
        assertTooFewThreads(plan.workers(writers.withSubscribers("127.0.0.1:3"))::run);
        assertTooFewThreads(plan.workers(writers.toleratingLoss())::run);
        assertTooFewThreads(plan.workers(writers.takingLateNodes())::run);
        assertTooFewThreads(CdcTester.findMax(plan.load(LoadSpec.openLoop(1, Rate.perSecond(10))))
                .startRate(10)
                .limit("latency.p99<1s")::run);
        assertTooFewThreads(CdcTester.sweep(plan, SweepAxis.threads(1, 2, 4))::run);
    }

    private static void assertTooFewThreads(ThrowingCallable run) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(run)
                .withMessage(
                        "threads: 1, must be at least 2 for oltp_insert: each worker node that writes needs a thread");
    }

    /** The plans are accepted, so the only error is the missing cluster module. */
    @Test
    void acceptsOneThreadPerWritingNode() {
        WorkerNodes nodes = WorkerNodes.parse("127.0.0.1:1,127.0.0.1:2", Path.of("no.pem"));
        WorkerNodes readers = WorkerNodes.following("127.0.0.1:1,127.0.0.1:2", Path.of("no.pem"));
        for (PlanBuilder plan : List.of(
                plan().load(LoadSpec.closedLoop(2)).workers(nodes),
                plan().load(LoadSpec.closedLoop(1)).workers(readers))) {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(plan::run)
                    .withMessageStartingWith(MISSING_MODULE);
        }
        SweepResult sweep = CdcTester.sweep(plan().load(LoadSpec.closedLoop(1)).workers(nodes), SweepAxis.threads(2, 4))
                .settleTimeout(Duration.ZERO)
                .run();
        assertThat(sweep.trials())
                .as("the values of the axis replace the threads of the load")
                .isNotEmpty()
                .allSatisfy(trial -> assertThat(trial.reason()).startsWith(MISSING_MODULE));
    }

    /** The plan is accepted, so the only error is the missing cluster module. */
    @Test
    void acceptsNodeWritersWithConsumers() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan().workers(WorkerNodes.parse("127.0.0.1:1", Path.of("no.pem")))
                        .consumer(ConsumerProbe.named("app"))
                        .run())
                .withMessageStartingWith(MISSING_MODULE);
    }
}
