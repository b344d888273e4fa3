// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static io.github.cdctester.internal.report.compose.findmax.SearchAnswer.lowerBoundText;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.experiment.ExperimentListener.TrialHead;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.TrialJudge.Judgement;
import io.github.cdctester.internal.experiment.search.RateSearch;
import io.github.cdctester.internal.experiment.search.RateSearch.NextTrial;
import io.github.cdctester.internal.experiment.search.RateSearch.SearchAnswer;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Bound;
import io.github.cdctester.result.FindMaxResult.ConsumerLimit;
import io.github.cdctester.result.FindMaxResult.CurvePoint;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateBracket;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the highest rate at which a run meets its limits, in the caller's thread. If a run fails with an error, the same
 * rate is tried once more; a second error ends the search.
 */
public final class FindMax implements Strategy {

    private static final int MAX_FAILURES_IN_A_ROW = 2;
    private static final int MIN_DIGITS = 2;

    private final FindMaxPlan plan;
    private final RunSettings base;
    private final TrialRunner runner;
    private final RateSearch search;
    private final TrialJudge judge;
    private final SearchBound bounds = new SearchBound(Runtime.getRuntime().availableProcessors());
    private final Instant startedAt = Instant.now();
    private final List<RateTrial> trials = new ArrayList<>();
    private final List<CurvePoint> curve = new ArrayList<>();
    private final Map<Integer, ConsumerLimit> slowConsumers = new HashMap<>();
    private @Nullable NextTrial nextTrial;
    private @Nullable TrialWatch watch;
    private int failuresInARow;

    public FindMax(FindMaxPlan plan, RunSettings base) {
        this.plan = plan;
        this.base = base;
        runner = TrialRunner.forAxis(SweepAxis.rates(plan.startRate()), base, plan.settleTimeout());
        search = new RateSearch(plan.search());
        judge = new TrialJudge(plan.limits());
    }

    public FindMaxResult run() {
        plan.check(
                base.plan().loads(), base.plan().window(), base.plan().subscriber().stream(), base.judgedConsumers());
        String failure = runner.runAll(this, () -> runner.tables().checkServerLimits(List.of(base.plan())));
        return result(endReason(), failure);
    }

    @Override
    public int trialCount() {
        return plan.steps() + plan.curve().size();
    }

    @Override
    public int remainingTrials() {
        if (failuresInARow >= MAX_FAILURES_IN_A_ROW) {
            return 0;
        }
        return search.next().isPresent()
                ? trialCount() - trials.size()
                : nextCurvePoint().isPresent() ? plan.curve().size() - curve.size() : 0;
    }

    @Override
    public boolean mayEndEarly() {
        return true;
    }

    @Override
    public Optional<PlannedTrial> next() {
        nextTrial = failuresInARow < MAX_FAILURES_IN_A_ROW
                ? search.next().or(this::nextCurvePoint).orElse(null)
                : null;
        return Optional.ofNullable(nextTrial).map(this::plannedTrial);
    }

    /** Returns empty if the answer is not confirmed, or after the last point. */
    private Optional<NextTrial> nextCurvePoint() {
        SearchAnswer answer = search.answer();
        return !answer.hasEnoughPasses()
                        || answer.rate() == null
                        || curve.size() == plan.curve().size()
                ? Optional.empty()
                : Optional.of(new NextTrial(
                        plan.search().roundAndClamp(plan.curve().get(curve.size()) * answer.rate()), Purpose.CURVE));
    }

    private PlannedTrial plannedTrial(NextTrial trial) {
        int number = trials.size() + 1;
        SweepAxis axis = SweepAxis.rates(trial.rate());
        SweepAxis.Point point = axis.points().get(0);
        TrialHead head = new TrialHead(
                number,
                trialCount(),
                Map.of(axis.parameter().property(), point.label()),
                1,
                1,
                1,
                trial.purpose(),
                PlannedTrial.numberedName("step-", number, trialCount(), MIN_DIGITS));
        return new PlannedTrial(head, number, point, axis.plans(base.plan()).get(0));
    }

    @Override
    public void setSettling(@Nullable Settling settling) {
        int lastIndex = trials.size() - 1;
        trials.set(lastIndex, trials.get(lastIndex).withSettling(settling));
    }

    @Override
    public RunSettings adaptSettings(PlannedTrial trial, RunSettings settings) {
        TrialWatch trialWatch = new TrialWatch(trial.plan().window().measure());
        watch = trialWatch;
        return settings.withListener(trialWatch.andThen(base.listener())).withMeasured(Optional.of(trialWatch));
    }

    @Override
    public void onTrialEnded(TrialRun run) {
        NextTrial completedTrial = Objects.requireNonNull(nextTrial);
        RunResult result = run.result();
        Judgement judgement = run.reason() != null || result == null
                ? Judgement.ofFailedRun(run.reason())
                : judge.judge(result)
                        .withEarlyEnd(Objects.requireNonNull(watch))
                        .withIdleStart(run.startedIdle());
        boolean hasFailed = judgement.outcome() == TrialOutcome.RUN_FAILED;
        failuresInARow = hasFailed ? failuresInARow + 1 : 0;
        int step = run.trial().number();
        if (judgement.consumer() != null) {
            slowConsumers.put(step, judgement.consumer());
        }
        if (completedTrial.purpose() != Purpose.CURVE) {
            search.recordOutcome(completedTrial, judgement.searchOutcome(), judgement.reached());
        } else if (failuresInARow == 0) {
            double share = plan.curve().get(curve.size());
            curve.add(new CurvePoint(FindMaxPlan.percent(share), plan.then().contains(share), step));
        }
        Trial.Status status = hasFailed ? Trial.Status.FAILED : Trial.Status.DONE;
        Trial trial = run.trial().toTrial(status, run.reason(), run.startedIdle(), result);
        trials.add(new RateTrial(
                trial.with(judgement.reasons(), judgement.limitChecks(), trial.values()),
                completedTrial.purpose(),
                judgement.outcome(),
                judgement.limitedBy(),
                judgement.backlogGrowthPercent()));
    }

    private @Nullable String endReason() {
        Status status = search.answer().status();
        if (status.isFound()) {
            Answer answer = answer(search.answer());
            return answer.isLowerBound() ? lowerBoundText(answer) : null;
        }
        if (runner.wasInterrupted()) {
            return TrialRun.INTERRUPTED;
        }
        if (failuresInARow >= MAX_FAILURES_IN_A_ROW) {
            return "step " + trials.size() + " failed again";
        }
        return status == Status.NONE ? "even the lowest rate failed" : "all " + plan.steps() + " steps were used";
    }

    @Override
    public FindMaxResult partialResult() {
        return result(null, null);
    }

    private FindMaxResult result(@Nullable String endedBecause, @Nullable String failure) {
        List<NamedLoad> loads = base.plan().loads();
        return new FindMaxResult(
                RunResult.SCHEMA_VERSION,
                FindMaxResult.KIND,
                startedAt,
                loads.get(0).name(),
                Sweep.namesAfterFirst(loads),
                plan.limits().stream().map(Limit::expression).toList(),
                plan.startRate(),
                plan.maxRate(),
                100 * plan.precision(),
                plan.confirmations(),
                plan.steps(),
                runner.idleMillis(),
                runner.wasInterrupted(),
                endedBecause,
                failure,
                runner.tables().checks(),
                answer(search.answer()),
                trials,
                curve);
    }

    private Answer answer(SearchAnswer searchAnswer) {
        RateTrial lowestFailedTrial = failedTrialAt(searchAnswer.lowestFailed());
        Bound bound =
                lowestFailedTrial == null ? null : bounds.of(lowestFailedTrial, lowestFailedTrial.limitedBy(), trials);
        boolean isLowerBound = searchAnswer.status() == Status.FOUND && bound != null && bound.isOfTester();
        return new Answer(
                isLowerBound ? Status.AT_LEAST : searchAnswer.status(),
                searchAnswer.hasEnoughPasses() ? searchAnswer.rate() : null,
                searchAnswer.passes(),
                searchAnswer.failures(),
                searchAnswer.confirmed(),
                searchAnswer.lowestFailed(),
                searchAnswer.relativeGap() == null ? null : (Double) (100 * searchAnswer.relativeGap()),
                lowestFailedTrial == null ? null : lowestFailedTrial.outcome(),
                bound == null || bound == Bound.LIMIT || bound == Bound.CONSUMER
                        ? lowestFailedTrial == null ? null : lowestFailedTrial.limitedBy()
                        : bound == Bound.MACHINE
                                ? LimitedBy.MACHINE
                                : bound.isOfTester() ? LimitedBy.TESTER : LimitedBy.SERVER,
                new RateBracket(searchAnswer.rate(), searchAnswer.lowestFailed()),
                bound,
                lowestFailedTrial == null ? null : slowConsumers.get(lowestFailedTrial.step()));
    }

    private @Nullable RateTrial failedTrialAt(@Nullable Double rate) {
        return trials.stream()
                .filter(row -> row.outcome() != TrialOutcome.HELD && row.outcome() != TrialOutcome.RUN_FAILED)
                .filter(row -> rate != null && row.rate() == rate)
                .reduce((earlier, later) -> later)
                .orElse(null);
    }
}
