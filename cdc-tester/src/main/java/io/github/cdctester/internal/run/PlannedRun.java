// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.consumer.RunningConsumers;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.run.fault.ConsumerFaults;
import io.github.cdctester.internal.run.load.ClientChoice;
import io.github.cdctester.internal.run.load.ConsistencyCheck;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.LocalWorkerPool;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.RunReplay;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Workload;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A plan with its settings and workloads. */
public record PlannedRun(RunSettings settings, LoadWorkloads workloads) {

    public RunResult run() {
        return runInPhases(phases -> {});
    }

    /** The additional listener is called before the existing listener. */
    public PlannedRun withFirstListener(RunListener firstListener) {
        return new PlannedRun(settings.withListener(firstListener.andThen(settings.listener())), workloads);
    }

    public void check() {
        settings.checkStream();
        if (plan().writes()) {
            WriteTarget.refuseWithoutSchema(plan().endpoint()); // the server would report a less clear reason
        }
        ClientChoice.check(plan(), workloads);
        RunReplay.check(plan(), workloads);
    }

    /** Passes the totals of the phases to {@code onPhasesCompleted} even if the run fails after its start. */
    public RunResult runInPhases(Consumer<List<PhaseTotals>> onPhasesCompleted) {
        Plan plan = plan();
        List<String> loads = plan.loads().stream().map(NamedLoad::name).toList();
        check();
        RunNodes.checkThreads(List.of(plan), settings.workers());
        settings.checkConsumerFaults();
        List<String> startedConsumers = settings.startedConsumers();
        Injection injection = settings.injection().withFaultPerConsumer(startedConsumers);
        injection.check(plan);
        settings.limits().forEach(limit -> limit.checkLoads("failIf", loads));
        try (ConsumerFaults faults =
                        new ConsumerFaults(injection.consumerFaults(startedConsumers), settings.consumerSpecs(), plan);
                RunningConsumers consumers = new RunningConsumers(
                        settings.consumerSpecs(),
                        plan,
                        faults::endpointOf,
                        faults::hasProcessFault,
                        settings.stop(),
                        settings.listener()::consumer)) {
            faults.setConsumers(consumers.consumers());
            consumers.open(settings.workers()
                    .filter(nodes -> !nodes.subscribers().isEmpty())
                    .isPresent());
            RunSettings runSettings = settings.withConsumers(
                            Stream.concat(settings.consumers().stream(), consumers.probes().stream())
                                    .toList())
                    .injecting(injection.withConsumerActions(faults))
                    .withListener(snapshotStarter(consumers).andThen(settings.listener()));
            RunNodes.check(runSettings);
            RunComponents components = new ServerComponents(runSettings, workloads, RunClock.SYSTEM);
            return new RunController(runSettings, components, RunClock.SYSTEM, consumers, onPhasesCompleted).run();
        }
    }

    /** A snapshot is judged during the load, so its consumer starts in the measured part. */
    private static RunListener snapshotStarter(RunningConsumers consumers) {
        return new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                if (sample.phase() == SampleRow.RunPart.MEASURE) {
                    consumers.startSnapshotConsumers();
                }
            }
        };
    }

    /** Returns empty if the tables must exist. Includes the name of the schema. */
    public Set<String> tablesToCreate() {
        if (!settings.tables().prepare()) {
            return Set.of();
        }
        Set<String> names = new HashSet<>(Set.of(plan().endpoint().database()));
        tableOwners().forEach(workload -> names.addAll(workload.tables()));
        return names;
    }

    public List<Check> prepare() {
        // fails before anything is created
        ConsistencyCheck conditions =
                settings.tables().checkConsistency() ? ConsistencyCheck.of(plan().loads(), workloads) : null;
        if (settings.workers().isPresent()) {
            RunNodes.provider();
        }
        try (WriteTarget target = open()) {
            fill(target);
            return conditions == null
                    ? List.of()
                    : conditions.check(target, plan().maxThreads(), settings.stop(), Condition.Moment.AFTER_LOAD);
        }
    }

    private void fill(WriteTarget target) {
        try (Resources resources = new Resources()) {
            target.prepareAll(
                    plan(), workloads, fillPools(target, resources), settings.stop(), settings.listener(), load -> {});
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("stopped before the tables were made", e);
        }
    }

    private WorkerPool.Factory fillPools(WriteTarget target, Resources resources) throws InterruptedException {
        WorkerNodes nodes = settings.workers()
                .filter(workers -> !workers.addresses().isEmpty())
                .orElse(null);
        if (nodes == null) {
            return LocalWorkerPool.on(target, NanoClock.SYSTEM);
        }
        WorkerNodes writers = WorkerNodesCopy.of(nodes)
                .subscribers(List.of())
                .lateNodesTaken(false)
                .files(null)
                .build();
        return RunNodes.connect(writers, plan(), NanoClock.SYSTEM, settings.listener(), settings.stop(), resources)
                .writerFactory()
                .orElseThrow();
    }

    public int cleanup() {
        // an earlier stop request ended the run, but must not prevent the clean-up
        StopSignal cleanupStop = settings.stop().isRaised() ? new StopSignal() : settings.stop();
        try (WriteTarget target = open()) {
            List<Workload> owners = tableOwners();
            owners.forEach(settings.tables().dropForeign() ? target::refuseToDropViews : target::refuseToDropForeign);
            return owners.stream()
                    .mapToInt(workload -> target.cleanup(workload, cleanupStop))
                    .sum();
        }
    }

    public void refuseToDropForeign() {
        try (WriteTarget target = open()) {
            tableOwners().forEach(target::refuseToDropForeign);
        }
    }

    /** Returns tables with possible user data. If the run creates tables, checks the whole schema. */
    public List<String> foreignTables() {
        try (WriteTarget target = open()) {
            return tableOwners().stream()
                    .flatMap(workload ->
                            target.unknownTables(workload, settings.tables().prepare()).stream())
                    .distinct()
                    .toList();
        }
    }

    /** The server may cache the account now, so that later logins produce no note. */
    private WriteTarget open() {
        WriteTarget target = WriteTarget.open(plan().endpoint());
        target.loginNote().ifPresent(settings.listener()::note);
        return target;
    }

    private Plan plan() {
        return settings.plan();
    }

    private List<Workload> tableOwners() {
        return plan().tableOwners().stream()
                .map(load -> workloads.of(load.workload()))
                .toList();
    }
}
