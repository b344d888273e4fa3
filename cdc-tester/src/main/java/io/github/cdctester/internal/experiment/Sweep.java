// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.ExperimentListener.TrialHead;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Trial.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a run over the values of an axis, in the caller's thread. A failed run ends the sweep only with {@link OnError#STOP}.
 */
public final class Sweep implements Strategy {

    private static final int MIN_DIGITS = 2;

    private final SweepPlan sweep;
    private final RunSettings base;
    private final TrialRunner runner;
    private final Instant startedAt = Instant.now();
    private final List<Trial> endedTrials = new ArrayList<>();
    private List<PlannedTrial> trials = List.of();
    private @Nullable String skipReason;

    public Sweep(SweepPlan sweep, RunSettings base) {
        this(sweep, base, TrialRunner.forAxis(sweep.axis(), base, sweep.settleTimeout()));
    }

    Sweep(SweepPlan sweep, RunSettings base, TrialRunner runner) {
        this.sweep = sweep;
        this.base = base;
        this.runner = runner;
    }

    public SweepResult run() {
        sweep.check(base.plan().loads(), base.plan().subscriber().stream(), base.judgedConsumers());
        trials = trials(sweep, base.plan());
        String failure = runner.runAll(
                this,
                () -> runner.tables()
                        .checkServerLimits(
                                trials.stream().map(PlannedTrial::plan).toList()));
        String reason = skipReason == null ? TrialRun.INTERRUPTED : skipReason;
        trials.subList(endedTrials.size(), trials.size())
                .forEach(trial -> endedTrials.add(trial.toTrial(Status.SKIPPED, reason, null, null)));
        return result(failure);
    }

    static List<PlannedTrial> trials(SweepPlan sweep, Plan base) {
        SweepAxis axis = sweep.axis();
        List<Plan> plans = axis.plans(base);
        List<PlannedTrial> trials = new ArrayList<>();
        for (int step = 1; step <= plans.size(); step++) {
            SweepAxis.Point point = axis.points().get(step - 1);
            String folder = PlannedTrial.numberedName("step-", step, plans.size(), MIN_DIGITS);
            for (int repeat = 1; repeat <= sweep.repeats(); repeat++) {
                TrialHead head = new TrialHead(
                        trials.size() + 1,
                        plans.size() * sweep.repeats(),
                        Map.of(axis.parameter().property(), point.label()),
                        repeat,
                        sweep.repeats(),
                        1,
                        null,
                        sweep.repeats() == 1 ? folder : folder + "/repeat-" + repeat);
                trials.add(new PlannedTrial(head, step, point, plans.get(step - 1)));
            }
        }
        return trials;
    }

    @Override
    public int trialCount() {
        return trials.size();
    }

    @Override
    public int remainingTrials() {
        return skipReason == null ? trials.size() - endedTrials.size() : 0;
    }

    @Override
    public boolean mayEndEarly() {
        return !sweep.until().isEmpty();
    }

    @Override
    public Optional<PlannedTrial> next() {
        return remainingTrials() == 0 ? Optional.empty() : Optional.of(trials.get(endedTrials.size()));
    }

    @Override
    public void setSettling(@Nullable Settling settling) {
        int lastIndex = endedTrials.size() - 1;
        endedTrials.set(lastIndex, endedTrials.get(lastIndex).withSettling(settling));
    }

    @Override
    public void onTrialEnded(TrialRun run) {
        Status status = run.reason() == null ? Status.DONE : Status.FAILED;
        Trial trial = run.trial().toTrial(status, run.reason(), run.startedIdle(), run.result());
        endedTrials.add(trial);
        skipReason = skipReasonAfter(trial);
    }

    private @Nullable String skipReasonAfter(Trial endedTrial) {
        if (runner.isStopped()) {
            return TrialRun.INTERRUPTED;
        }
        if (endedTrial.status() == Status.FAILED && sweep.onError() == OnError.STOP) {
            return "step " + endedTrial.step() + " failed";
        }
        return endedTrial.repeat() < sweep.repeats()
                ? null
                : sweep.until().stream()
                        .flatMap(limit -> untilMessage(limit, endedTrial.step()).stream())
                        .findFirst()
                        .orElse(null);
    }

    /**
     * Returns a message with the measured value if the condition is true in more than half of the step's successful runs. Runs
     * with an unknown value do not count.
     */
    private Optional<String> untilMessage(Limit until, int step) {
        List<RunResult> results = endedTrials.stream()
                .filter(run -> run.step() == step && run.status() == Status.DONE)
                .map(run -> Objects.requireNonNull(run.result()))
                .toList();
        List<Check> checks = results.stream()
                .flatMap(result -> until.checkIfKnown(result).stream())
                .toList();
        if (checks.isEmpty() && !results.isEmpty()) {
            base.listener().note(Note.other("step " + step + " has no value for " + until + "; the sweep continues"));
        }
        List<Check> metChecks = checks.stream().filter(check -> !check.held()).toList();
        return 2 * metChecks.size() > checks.size()
                ? Optional.of("step " + step + " met " + until + ": "
                        + metChecks.get(0).offender())
                : Optional.empty();
    }

    @Override
    public SweepResult partialResult() {
        return result(null);
    }

    private SweepResult result(@Nullable String failure) {
        List<NamedLoad> loads = base.plan().loads();
        return new SweepResult(
                RunResult.SCHEMA_VERSION,
                SweepResult.KIND,
                startedAt,
                loads.get(0).name(),
                namesAfterFirst(loads),
                sweep.axis().parameter().property(),
                sweep.axis().labels(),
                sweep.repeats(),
                sweep.until().stream().map(Limit::expression).toList(),
                runner.idleMillis(),
                runner.wasInterrupted(),
                endedTrials.stream()
                        .filter(trial -> trial.status() == Status.SKIPPED)
                        .map(Trial::reason)
                        .findFirst()
                        .orElse(null),
                failure,
                runner.tables().checks(),
                endedTrials,
                SweepRows.of(endedTrials));
    }

    static @Nullable String namesAfterFirst(List<NamedLoad> loads) {
        return loads.size() == 1
                ? null
                : loads.stream().skip(1).map(NamedLoad::name).collect(Collectors.joining(", "));
    }

    /**
     * @param repeats runs of each step, 1 to {@value #MAX_REPEATS}
     * @param until conditions; the sweep ends after a step if one is true in more than half of its successful runs with the value
     * @param settleTimeout maximum wait for an idle stream between two runs, at most one day; zero for no wait
     */
    public record SweepPlan(SweepAxis axis, int repeats, List<Limit> until, OnError onError, Duration settleTimeout) {

        public static final int MAX_REPEATS = 1_000;
        public static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(60);
        private static final Duration MAX_SETTLE_TIMEOUT = Duration.ofDays(1);

        public SweepPlan {
            until = List.copyOf(until);
            if (repeats < 1 || repeats > MAX_REPEATS) {
                throw new InvalidPlanException("repeats", repeats, "a whole number from 1 to " + MAX_REPEATS);
            }
            checkSettling(settleTimeout);
        }

        /** Rejects axis values that no load can use, and conditions on loads, streams and consumers that the run does not have. */
        public void check(List<NamedLoad> loads, boolean hasStream, List<String> consumers) {
            axis.check(loads);
            List<String> names = loads.stream().map(NamedLoad::name).toList();
            until.forEach(limit -> {
                limit.checkLoads("until", names);
                limit.checkStream("until", hasStream);
                limit.checkConsumers("until", consumers);
            });
        }

        static void checkSettling(Duration timeout) {
            if (timeout.isNegative() || timeout.compareTo(MAX_SETTLE_TIMEOUT) > 0) {
                throw new InvalidPlanException(
                        "settleTimeout", timeout.toSeconds() + " s", "a duration from 0 to one day");
            }
        }
    }
}
