// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.experiment.ExperimentListener.TrialHead;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.outcome.WrongStep;
import io.github.cdctester.internal.workload.StepJournal.JournalStep;
import io.github.cdctester.internal.workload.SteppedWorkload;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a minimal list of workload steps that makes a consumer fail, in the caller's thread. Each trial has its own tables
 * and its own consumer process.
 */
public final class Shrink implements Strategy {

    public static final Duration TIME = Duration.ofMinutes(10);

    private static final int MAX_LISTED_STEPS = 20;
    private static final int MAX_TRIALS = 1_000;

    public interface Subject {

        String name();

        void start(ConsumerProbe probe);

        void end();

        boolean fails(ConsumerResult result);
    }

    private final Duration timeLimit;
    private final RunSettings base;
    private final Subject subject;
    private final UnaryOperator<WorkloadSpec> recordingCopy;
    private final NamedLoad load;
    private final SteppedWorkload workload;
    private final TrialRunner runner;
    private final long startNanos = System.nanoTime();
    private List<JournalStep> allSteps = List.of();
    private List<JournalStep> candidate = List.of();
    private @Nullable DeltaDebugging<JournalStep> search;
    private @Nullable ConsumerProbe probe;
    private @Nullable RunResult bestResult;
    private @Nullable String endReason;
    private @Nullable Integer lastTrialPassCount;
    private boolean hasConnected;
    private boolean isLastTrial;
    private int completedTrials;

    /**
     * @param timeLimit after this time, only the last trial starts: it repeats the smallest failing list
     * @param base its warm-up is the time limit for the consumer to connect
     * @param recordingCopy returns a copy of the workload that records its steps
     */
    public Shrink(Duration timeLimit, RunSettings base, Subject subject, UnaryOperator<WorkloadSpec> recordingCopy) {
        this.timeLimit = timeLimit;
        this.base = base;
        this.subject = subject;
        this.recordingCopy = recordingCopy;
        load = base.plan().loads().get(0);
        workload = workload(base.plan());
        runner = new TrialRunner(
                base,
                new TrialTables(base, StepTables.of(base), base.plan(), trial -> Optional.of(trial.number())),
                new QuiescenceWait(base, Duration.ZERO),
                TrialTimes.of(base.plan().window(), Duration.ZERO),
                false);
    }

    /** Rejects a plan without a workload whose steps can be omitted. */
    public static SteppedWorkload workload(Plan plan) {
        NamedLoad load = plan.loads().get(0);
        if (plan.loads().size() > 1 || !(Workloads.workloadOf(load.workload()) instanceof SteppedWorkload stepped)) {
            throw new InvalidPlanException(
                    "workload",
                    load.workload().name(),
                    "storm, without a second workload, for a search of failing steps");
        }
        if (load.workload().transactions() == 0) {
            throw new InvalidPlanException("stormSteps", 0, "a whole number from 1 for a search of failing steps");
        }
        if (load.load().threads() > 1) {
            throw new InvalidPlanException("threads", load.load().threads(), "1 for a search of failing steps");
        }
        return stepped;
    }

    /** @return the last failed trial, with a note on its steps; the first trial if none failed */
    public RunResult run() {
        allSteps = querySteps();
        String failure;
        try {
            failure = runner.runAll(this, () -> {});
        } finally {
            subject.end();
        }
        RunResult result = bestResult;
        if (result == null) {
            throw new RunFailedException("stopped before the first trial was over");
        }
        List<Note> notes = new ArrayList<>(result.notes());
        if (search != null) {
            notes.add(note(search.smallestFailing()));
        }
        if (failure != null) {
            notes.add(Note.other(failure));
        }
        return result.withNotes(notes);
    }

    private Note note(List<JournalStep> keptSteps) {
        return Note.of(Code.FAILING_STEPS_FOUND)
                .with("consumer", subject.name())
                .with("steps", keptSteps.size())
                .with("of", allSteps.size())
                .with("trials", completedTrials)
                .with("ended", endReason)
                .with("passed", lastTrialPassCount)
                .with("more", keptSteps.size() > MAX_LISTED_STEPS ? keptSteps.size() - MAX_LISTED_STEPS : null)
                .with(
                        "names",
                        keptSteps.stream()
                                .limit(MAX_LISTED_STEPS)
                                .map(step -> step.number() + " " + step.kind() + " of " + step.table())
                                .toList());
    }

    @Override
    public int trialCount() {
        return MAX_TRIALS;
    }

    @Override
    public int remainingTrials() {
        return MAX_TRIALS - completedTrials;
    }

    @Override
    public boolean mayEndEarly() {
        return true;
    }

    @Override
    public Optional<PlannedTrial> next() {
        DeltaDebugging<JournalStep> activeSearch = search;
        if (isLastTrial || completedTrials > 0 && activeSearch == null || endReason != null) {
            return Optional.empty();
        }
        if (activeSearch == null) {
            candidate = allSteps;
        } else {
            boolean isTrialLimitReached = completedTrials + 1 >= MAX_TRIALS;
            boolean isTimeOver = System.nanoTime() - startNanos > timeLimit.toNanos();
            Optional<List<JournalStep>> nextSteps =
                    isTrialLimitReached || isTimeOver ? Optional.empty() : activeSearch.next();
            endReason = isTrialLimitReached ? "trials" : isTimeOver ? "time" : null;
            isLastTrial = nextSteps.isEmpty();
            candidate = nextSteps.orElseGet(activeSearch::smallestFailing);
        }
        WorkloadSpec spec = workload.onlySteps(candidate);
        Window window = base.plan().window();
        Plan plan = base.plan()
                .loads(List.of(load.writing(isLastTrial ? recordingCopy.apply(spec) : spec, load.load())))
                .window(new Window(Duration.ZERO, window.measure(), candidate.size(), window.drainTimeout()));
        String sizeText =
                candidate.size() + " of " + (activeSearch == null ? allSteps : activeSearch.smallestFailing()).size();
        return Optional.of(new PlannedTrial(
                new TrialHead(completedTrials + 1, MAX_TRIALS, Map.of("steps", sizeText), 1, 1, 1, null, ""),
                completedTrials + 1,
                new SweepAxis.Point(candidate.size(), sizeText),
                plan));
    }

    @Override
    public void prepare(PlannedTrial trial, TrialRunner runner) {
        Strategy.super.prepare(trial, runner);
        ConsumerProbe newProbe = ConsumerProbe.named(subject.name()).assumeEnded();
        probe = newProbe;
        hasConnected = BinlogReaders.awaitNewReader(base, () -> subject.start(newProbe));
    }

    private List<JournalStep> querySteps() {
        try (WriteTarget target = WriteTarget.open(base.plan().endpoint());
                Connection connection = target.sidePool().connection()) {
            return workload.sequence(connection);
        } catch (SQLException e) {
            throw new RunFailedException("querying the workload's steps failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted", e);
        }
    }

    @Override
    public RunSettings adaptSettings(PlannedTrial trial, RunSettings settings) {
        return settings.withConsumers(probe == null ? List.of() : List.of(probe));
    }

    @Override
    public void onTrialEnded(TrialRun run) {
        subject.end();
        RunResult result = run.result();
        if (run.failure() != null && bestResult == null) {
            throw run.failure();
        }
        if (run.reason() != null || result == null) {
            endReason = "a trial that was aborted";
            bestResult = bestResult == null ? result : bestResult;
            return;
        }
        completedTrials++;
        ConsumerResult consumer = result.consumers().get(0);
        boolean isSilent = !hasConnected && consumer.transactions() + consumer.others() == 0;
        if (isSilent && completedTrials == 1) {
            throw new RunFailedException(subject.name() + " reported nothing, and did not begin to read the log within "
                    + base.plan().window().warmUp().toMillis() / 1e3 + " s: use a longer warm-up");
        }
        boolean hasFailed = !isSilent && subject.fails(consumer);
        DeltaDebugging<JournalStep> activeSearch = search;
        bestResult = hasFailed || bestResult == null ? result : bestResult;
        if (isLastTrial) {
            lastTrialPassCount = hasFailed ? null : 1;
        } else if (activeSearch != null) {
            activeSearch.recordOutcome(hasFailed);
        } else if (hasFailed) {
            search = new DeltaDebugging<>(allSteps, likelySteps(result));
        }
    }

    /** Returns the steps up to the first step with a wrong result: first for the table of this step, then for all tables. */
    private List<List<JournalStep>> likelySteps(RunResult result) {
        return WrongStep.of(result.notes()).stream()
                .filter(wrongStep -> wrongStep.reporter().equals(subject.name()))
                .findFirst()
                .map(wrongStep -> {
                    List<JournalStep> stepsUpToFailure = allSteps.stream()
                            .filter(step -> step.number() <= wrongStep.number())
                            .toList();
                    List<JournalStep> stepsOfTable = stepsUpToFailure.stream()
                            .filter(step -> step.table().equals(wrongStep.table()))
                            .toList();
                    return List.of(stepsOfTable, stepsUpToFailure);
                })
                .orElse(List.of());
    }

    @Override
    public @Nullable ExperimentResult partialResult() {
        return null;
    }
}
