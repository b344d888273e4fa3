// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.experiment.FindMaxListener;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.experiment.search.NextTrial;
import io.github.cdctester.internal.experiment.search.RateSearch;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Status;
import io.github.cdctester.result.FindMaxResult.Trial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Searches the highest rate at which a run holds its limits, in the caller's thread. */
public final class FindMax {

    private static final int FAILURES_IN_A_ROW = 2;

    private final FindMaxPlan plan;
    private final FindMaxListener listener;
    private final RunSeries series;
    private final RateSearch search;
    private final TrialJudge judge;
    private final FindMaxRecord made;

    /**
     * Creates a search; nothing happens yet.
     *
     * @param base the run, with any rate; the tables that it is to make are made by {@code tables}
     * @param listener is told how it goes, in place of the run's own
     */
    public FindMax(FindMaxPlan plan, RunSettings base, StepTables tables, FindMaxListener listener) {
        this.plan = plan;
        this.listener = listener;
        series = new RunSeries(base, SweepAxis.rates(plan.startRate()), tables, plan.settleTimeout(), listener);
        search = new RateSearch(plan.search());
        judge = new TrialJudge(plan.limits());
        made = new FindMaxRecord(plan, base.plan());
    }

    /**
     * Searches. A run that fails says nothing about its rate, and is tried again once.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if the plan cannot be searched with; then nothing was begun
     * @throws io.github.cdctester.failure.ForeignTablesException if tables would have to be dropped that this tool did not make;
     *     likewise
     */
    public FindMaxResult run() {
        plan.check(series.base().loads(), series.base().window());
        String failure = series.run(List.of(series.base()), this::search);
        return made.result(search.answer(), series.restMillis(), failure, series.checks());
    }

    private void search() {
        series.settle();
        int step = 0;
        int failures = 0;
        Optional<NextTrial> next = search.next();
        while (next.isPresent() && failures < FAILURES_IN_A_ROW && !series.isStopped()) {
            step++;
            Trial trial = run(step, next.get());
            failures = trial.outcome() == TrialOutcome.RUN_FAILED ? failures + 1 : 0;
            next = search.next();
            listener.progress(trial, soFar());
            if (next.isPresent() && failures < FAILURES_IN_A_ROW && !series.isStopped()) {
                made.settled(series.settle());
            }
        }
        made.interrupted(series.isStopped());
        made.endedBecause(whyWithoutAnswer(step, failures));
    }

    private Trial run(int step, NextTrial next) {
        listener.trialBegins(step, plan.steps(), next.rate(), next.purpose());
        Turn turn = Turn.of(step, plan.steps(), SweepAxis.rates(next.rate()), series.base());
        TrialWatch watch = new TrialWatch(listener, turn.plan().window().measure());
        RunSeries.Ended ended =
                series.run(turn, settings -> settings.listeningWith(watch).measuringUntil(watch));
        Judgement judgement = ended.reason() != null || ended.result() == null
                ? Judgement.broken(ended.reason())
                : judge.judge(ended.result()).endedEarly(watch).doubted(ended.beganAtRest());
        search.tried(next, judgement.forSearch(), judgement.reached());
        Trial trial = made.add(turn, next, ended, judgement);
        if (ended.failure() != null) {
            listener.runFailed(trial, ended.failure());
        }
        return trial;
    }

    private FindMaxResult soFar() {
        made.interrupted(series.isStopped());
        return made.result(search.answer(), series.restMillis(), null, series.checks());
    }

    private @Nullable String whyWithoutAnswer(int steps, int failures) {
        Status status = search.answer().status();
        if (status.isFound()) {
            return null;
        }
        if (series.isStopped()) {
            return RunSeries.INTERRUPTED;
        }
        if (failures >= FAILURES_IN_A_ROW) {
            return "run " + steps + " failed again";
        }
        return status == Status.NONE
                ? "not even the lowest rate held"
                : "all of the " + plan.steps() + " steps were used";
    }
}
