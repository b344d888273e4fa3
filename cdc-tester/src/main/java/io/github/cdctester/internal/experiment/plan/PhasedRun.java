// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.TrialRunner;
import io.github.cdctester.internal.experiment.plan.Scenario.SidecarProcess;
import io.github.cdctester.internal.experiment.probe.ProbeFiles;
import io.github.cdctester.internal.experiment.probe.ProbePlan;
import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.internal.experiment.probe.Probes.ProbeReading;
import io.github.cdctester.internal.program.Program;
import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
import io.github.cdctester.internal.steps.RunScaling;
import io.github.cdctester.internal.steps.RunSteps;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Executes a plan as one run in the caller's thread. */
public final class PhasedRun {

    private final Scenario scenario;
    private final RunSettings base;
    private final LoadWorkloads workloads;
    private final Supplier<Optional<ProcessHandle>> serverProcess;
    private final Optional<Path> directory;
    private final StopSignal stop;
    private final BiFunction<PlannedRun, Consumer<List<PhaseTotals>>, RunResult> runFunction;
    private List<PhaseTotals> phases = List.of();

    private Optional<TimelineFile> timeline = Optional.empty();

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    /**
     * @param serverProcess empty if this process has not started the server
     * @param runFunction for example {@link PlannedRun#runInPhases}
     */
    public PhasedRun(
            Scenario scenario,
            PlannedRun run,
            Supplier<Optional<ProcessHandle>> serverProcess,
            Optional<Path> directory,
            BiFunction<PlannedRun, Consumer<List<PhaseTotals>>, RunResult> runFunction) {
        this.runFunction = runFunction;
        this.scenario = scenario;
        base = run.settings();
        workloads = run.workloads();
        this.serverProcess = serverProcess;
        this.directory = directory;
        stop = base.stop();
    }

    public PlanResult run() {
        FirstFailure failures = new FirstFailure();
        Resources resources = new Resources();
        RunResult[] wholeRun = new RunResult[1];
        boolean isTimelineOpen = failures.run(() -> timeline = openTimeline(resources));
        ActionExecutor actions = resources.add(new ActionExecutor(
                scenario.actions(), endpoint(), base::inject, this::actionEnded, this::stopAfterFailure));
        if (isTimelineOpen) {
            failures.run(() -> wholeRun[0] = run(resources, actions));
        }
        resources.close(failures);
        Throwable stoppingFailure = failure.get();
        if (stoppingFailure instanceof Error error) {
            failures.run(() -> {
                throw error;
            });
        }
        RunResult result = wholeRun[0] == null ? partialResult(failures.first()) : wholeRun[0];
        if (result == null && stoppingFailure instanceof RunFailedException stopCause) {
            throw stopCause; // this failure stopped the run
        }
        if (result == null || failures.first() instanceof Error) {
            failures.rethrow();
            throw new IllegalStateException("there is no result"); // unreachable: without a result there is a failure
        }
        Throwable reportedFailure = stoppingFailure == null ? failures.first() : stoppingFailure;
        return planResult(result, actions, reportedFailure);
    }

    /** Reads the samples only once, because the samples of a long run are on disk. */
    private PlanResult planResult(RunResult result, ActionExecutor actions, @Nullable Throwable reportedFailure) {
        String failureText = reportedFailure == null ? null : String.valueOf(reportedFailure.getMessage());
        RunResult notedRun = actions.note()
                .filter(note -> !result.interrupted()) // the interruption is the reason
                .map(note -> result.withNotes(
                        Stream.concat(result.notes().stream(), Stream.of(note)).toList()))
                .orElse(result);
        RunResult wholeRun =
                failureText != null && result.interrupted() ? notedRun.interruptedBy(failureText) : notedRun;
        Map<String, ResultMetric> comparedMetrics = new HashMap<>();
        scenario.probes().forEach(probe -> comparedMetrics.putAll(probe.comparedMetrics()));
        PhaseResults results = new PhaseResults(wholeRun, phases, comparedMetrics);
        RunSteps steps = new RunSteps();
        for (SampleRow second : result.samples()) {
            results.add(second);
            steps.add(second);
        }
        List<SeriesSteps> series = steps.findAll(LoadSpan.of(wholeRun));
        return new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                result.startedAt(),
                scenario.label(),
                scenario.text(),
                result.interrupted() || reportedFailure != null && !(reportedFailure instanceof NotRemovedException),
                failureText,
                results.phaseResults(),
                actions.marks(),
                series,
                wholeRun,
                RunScaling.of(steps, series, scenario.prices(), wholeRun.phases()));
    }

    private static @Nullable RunResult partialResult(@Nullable Throwable failure) {
        return failure instanceof RunFailedException
                ? RunInterruptedException.resultOf(failure).orElse(null)
                : null;
    }

    private Optional<TimelineFile> openTimeline(Resources resources) {
        return directory.map(path -> resources.add(TimelineFile.create(path, scenario.label(), scenario.text())));
    }

    /** Called in the action's thread, or in the thread that closes the executor. */
    private void actionEnded(ActionMark mark) {
        timeline.ifPresent(file -> file.writeAction(mark));
        TrialRunner.listenerOf(base).actionEnded(mark);
    }

    private RunResult run(Resources resources, ActionExecutor actions) throws InterruptedException {
        List<Program> sidecars = new ArrayList<>();
        for (SidecarProcess sidecar : scenario.sidecars()) {
            sidecars.add(resources.add(Program.start(sidecar.name(), sidecar.words(), endpoint())));
        }
        ProbePlan probes = new ProbePlan(scenario.probes(), endpoint(), serverProcess, true);
        Consumer<ProbeReading> probeFiles =
                directory.isEmpty() ? reading -> {} : resources.add(new ProbeFiles(directory.get(), scenario.probes()));
        RunSettings settings = base.withListener(planListener(actions, sidecars).andThen(base.listener()))
                .withPhases(scenario.phases())
                .withProbes(new Probes(probes, probeFiles));
        if (directory.isPresent()) {
            settings = settings.withLog(
                    Optional.of(resources.add(SampleFile.create(directory.get(), base.plan(), probes.units()))));
        }
        return runFunction.apply(new PlannedRun(settings, workloads), totals -> phases = totals);
    }

    /** Called before the experiment's listener, because the actions' clock must start first. */
    private RunListener planListener(ActionExecutor actions, List<Program> sidecars) {
        return new RunListener() {
            @Override
            public void step(String step) {
                checkSidecars(sidecars);
            }

            @Override
            public void rows(long rowsDone, long rowsTotal) {
                checkSidecars(sidecars);
            }

            @Override
            public void sample(SampleRow sample) {
                checkSidecars(sidecars);
            }

            @Override
            public void phaseBegins(String name) {
                actions.phaseBegins(name);
                timeline.ifPresent(file -> file.writePhaseStart(name));
            }

            @Override
            public void loadEnded(String name) {
                actions.loadEnded(name);
            }

            @Override
            public void phaseEnded(RunResult.PhaseSpan phase) {
                timeline.ifPresent(file -> file.writePhaseEnd(phase));
            }
        };
    }

    /** Called from the first step on, because a faulty program often ends early. */
    private void checkSidecars(List<Program> sidecars) {
        try {
            sidecars.forEach(Program::failIfEnded);
        } catch (RunFailedException e) {
            if (!stop.isRaised()) { // after Ctrl-C, all programs have ended
                stopAfterFailure(e);
            }
        }
    }

    /** Without the program or the action, the run would no longer follow the plan. */
    private void stopAfterFailure(Throwable e) {
        failure.compareAndSet(null, e);
        stop.raise();
    }

    private Endpoint endpoint() {
        return base.plan().endpoint();
    }
}
