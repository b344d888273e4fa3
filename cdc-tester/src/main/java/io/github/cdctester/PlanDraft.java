// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.internal.inject.Injection;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.RunSettings.StreamTapFactory;
import io.github.cdctester.internal.run.RunSettingsCopy;
import io.github.cdctester.internal.run.load.ClientChoice;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.outcome.RunReplay;
import io.github.cdctester.internal.scenario.ScenarioFile;
import io.github.cdctester.internal.scenario.ScenarioRun;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.server.ControlledServer;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.stop.StopSignal;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

final class PlanDraft {

    private static final LoadSpec DEFAULT_LOAD = LoadSpec.closedLoop(Defaults.THREADS);

    @Nullable
    Endpoint endpoint;

    @Nullable
    WorkloadSpec workload;

    LoadSpec load = DEFAULT_LOAD;
    LoadSpec.IgnoredErrors ignoredErrors = LoadSpec.IgnoredErrors.DEFAULT;
    Window window = Window.DEFAULT;
    final List<NamedLoad> furtherLoads = new ArrayList<>();
    LoadWorkloads workloads = new LoadWorkloads();
    SubscriberSpec subscriber = SubscriberSpec.DEFAULT;
    Verification verification = Verification.AUTO;
    boolean replay;
    boolean prepare;
    boolean cleanup;
    boolean dropForeign;
    boolean checkConsistency;
    FaultSchedule faults = FaultSchedule.NONE;
    List<FaultProxy> proxies = List.of();

    @Nullable
    ControlledServer controlledServer;

    final List<Limit> limits = new ArrayList<>();
    private final List<ProbeSpec> probes = new ArrayList<>();
    private final List<ConsumerProbe> consumers = new ArrayList<>();
    private final List<ConsumerSpec> consumerSpecs = new ArrayList<>();

    @Nullable
    WorkerNodes workers;

    RunSettings.@Nullable Played played;

    StreamTapFactory tapFactory;

    @Nullable
    MeterRegistry registry;

    RunListener listener = new RunListener() {};
    /** If {@code null}, each run creates its own signal. */
    @Nullable
    StopSignal stop;

    Plan plan() {
        List<NamedLoad> loads = new ArrayList<>(furtherLoads);
        if (workload != null) {
            loads.add(0, NamedLoad.of(workload, load));
        } else if (!load.equals(DEFAULT_LOAD)) {
            throw new InvalidPlanException("load", load, "left out without workload(…)");
        }
        Window fittedWindow = loads.isEmpty() ? window : loads.get(0).workload().fitted(window);
        Plan plan = new Plan(
                requiredEndpoint(), loads, ignoredErrors, fittedWindow, subscriber, verification, replay, faults);
        RunSettings.checkStream(plan, limits, judgedConsumers(), Optional.ofNullable(workers));
        ClientChoice.check(plan, workloads);
        RunReplay.check(plan, workloads);
        boolean hasSingleStream = plan.streams().size() == 1
                && plan.cdcEndpoint().equals(plan.endpoint())
                && plan.subscriber().failover().isEmpty();
        if (played != null && (plan.writes() || !hasSingleStream || workers != null)) {
            throw new InvalidPlanException(
                    "play",
                    played.recording(),
                    "without loads, with one stream, at the plan's endpoint, in one process");
        }
        return plan;
    }

    Plan drainPlan() {
        Window drainWindow = window.equals(Window.DEFAULT) ? Window.UNLIMITED : window;
        return plan().replay(false).inject(FaultSchedule.NONE).loads(List.of()).window(drainWindow);
    }

    RunSettings settings(Plan plan, boolean untilPresentEnd) {
        List<String> judgedNames =
                judgedConsumers().stream().map(ConsumerProbe::name).toList();
        limits.forEach(limit -> limit.checkConsumers("failIf", judgedNames));
        RunSettings settings = RunSettings.of(
                plan,
                new TablePolicy(prepare, cleanup, dropForeign, checkConsistency && !untilPresentEnd),
                listener,
                stop == null ? new StopSignal() : stop);
        return RunSettingsCopy.of(settings)
                .limits(limits)
                .untilPresentEnd(untilPresentEnd)
                .registry(Optional.ofNullable(registry))
                .consumers(consumers)
                .consumerSpecs(consumerSpecs)
                .workers(Optional.ofNullable(workers))
                .keeping(Optional.ofNullable(tapFactory))
                .played(Optional.ofNullable(played))
                .probes(new Probes(new ProbePlan(probes, plan.endpoint(), this::serverProcess, true), reading -> {}))
                .build()
                .injecting(Injection.of(faults, proxies, Optional.ofNullable(controlledServer)));
    }

    /** @param experimentListener the listener of the experiment; {@code null} if it has none */
    RunListener listenerOr(@Nullable ExperimentListener experimentListener) {
        return experimentListener == null ? listener : experimentListener;
    }

    private Optional<ProcessHandle> serverProcess() {
        return controlledServer instanceof EmbeddedMariaDb embedded
                ? Optional.of(embedded.process())
                : Optional.empty();
    }

    void addProbes(List<ProbeSpec> newProbes) {
        ProbePlan.check(Stream.concat(probes.stream(), newProbes.stream()).toList());
        probes.addAll(newProbes);
    }

    void addConsumers(List<ConsumerProbe> newConsumers) {
        refuseUsedNames(newConsumers.stream().map(ConsumerProbe::name));
        consumers.addAll(newConsumers);
    }

    void addStartedConsumers(List<ConsumerSpec> specs) {
        refuseUsedNames(specs.stream().map(ConsumerSpec::name));
        consumerSpecs.addAll(specs);
    }

    private void refuseUsedNames(Stream<String> newNames) {
        Set<String> names =
                judgedConsumers().stream().map(ConsumerProbe::name).collect(Collectors.toCollection(HashSet::new));
        newNames.forEach(name -> {
            if (!names.add(name)) {
                throw new InvalidPlanException("consumer", "'" + name + "'", "a name that no other consumer has");
            }
        });
    }

    private List<ConsumerProbe> judgedConsumers() {
        return RunSettings.allProbes(consumers, consumerSpecs);
    }

    Plan planWithWorkload() {
        Plan plan = plan();
        if (!plan.writes()) {
            throw new InvalidPlanException("workload", "missing", "given with workload(…)");
        }
        return plan;
    }

    PlannedRun runWithWorkload() {
        return plannedRun(planWithWorkload(), false);
    }

    /** A later run creates new workloads. */
    PlannedRun plannedRun(Plan plan, boolean untilPresentEnd) {
        PlannedRun run = new PlannedRun(settings(plan, untilPresentEnd), workloads);
        workloads = new LoadWorkloads();
        return run;
    }

    List<ProbeSpec> probes() {
        return List.copyOf(probes);
    }

    /** Rejects settings that the file replaces or ignores. */
    RunSettings settingsForFile(ScenarioFile file, Endpoint server) {
        if (workload != null || !furtherLoads.isEmpty()) {
            String name = workload == null ? furtherLoads.get(0).name() : workload.name();
            throw new InvalidPlanException("workload", name, "left out: the plan file has the loads");
        }
        refuseWithFile("window", !window.equals(Window.DEFAULT));
        refuseWithFile("load", !load.equals(DEFAULT_LOAD));
        refuseWithFile("ignoreErrors", !ignoredErrors.equals(LoadSpec.IgnoredErrors.DEFAULT));
        refuseWithFile("inject", !faults.isEmpty());
        refuseWithFile("replay", replay);
        refuseWithFile("checkConsistency", checkConsistency);
        refuseWithFile("play", played != null);
        refuseWithFile("record", tapFactory != null);
        Endpoint endpointWithDatabase = server.database().isEmpty()
                ? file.database().map(server::withDatabase).orElse(server)
                : server;
        return settings(ScenarioRun.plan(file, endpointWithDatabase, subscriber, verification), false);
    }

    private static void refuseWithFile(String property, boolean isSet) {
        if (isSet) {
            throw new InvalidPlanException(property, "given", "left out with a plan file");
        }
    }

    private Endpoint requiredEndpoint() {
        if (endpoint == null) {
            throw new InvalidPlanException("endpoint", "missing", "given with endpoint(…)");
        }
        return endpoint;
    }
}
