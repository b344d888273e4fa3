// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Repeats a run over the values of an axis, in the caller's thread. */
public final class Sweep {

    private final SweepPlan sweep;
    private final SweepListener listener;
    private final RunSeries series;
    private final SweepRecord made;

    /**
     * Creates a sweep; nothing happens yet.
     *
     * @param base the run, with any value of the axis in its plan; the tables that it is to make are made by {@code tables}
     * @param listener is told how it goes, in place of the run's own
     */
    public Sweep(SweepPlan sweep, RunSettings base, StepTables tables, SweepListener listener) {
        this.sweep = sweep;
        this.listener = listener;
        series = new RunSeries(base, sweep.axis(), tables, sweep.settleTimeout(), listener);
        made = new SweepRecord(sweep, base.plan());
    }

    /**
     * Runs. A run that fails is a step that failed, and not the end.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if a value does not fit the plan; then nothing was begun
     * @throws ForeignTablesException if tables would have to be dropped that this tool did not make; likewise
     */
    public SweepResult run() {
        List<Turn> turns = Turn.of(sweep, series.base());
        String failure = series.run(turns.stream().map(Turn::plan).toList(), () -> run(turns));
        return made.result(series.restMillis(), failure, series.checks());
    }

    private void run(List<Turn> turns) {
        series.settle();
        String skip = null;
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            skip = skip == null && series.isStopped() ? RunSeries.INTERRUPTED : skip;
            if (skip != null) {
                made.add(turn.ended(Status.SKIPPED, skip, null, null));
                continue;
            }
            StepResult ended = run(turn, turns.get(turns.size() - 1).step());
            made.add(ended);
            skip = skipBehind(ended);
            listener.progress(ended, soFar());
            if (skip == null && i + 1 < turns.size()) {
                made.settled(series.settle());
            }
        }
        made.interrupted(series.isStopped());
    }

    private StepResult run(Turn turn, int steps) {
        listener.runBegins(turn.step(), steps, turn.point().label(), turn.repeat());
        RunSeries.Ended ended = series.run(turn);
        StepResult step = turn.ended(ended.status(), ended.reason(), ended.beganAtRest(), ended.result());
        if (ended.failure() != null) {
            listener.runFailed(step, ended.failure());
        }
        return step;
    }

    /** Why nothing comes behind a run, if so. */
    private @Nullable String skipBehind(StepResult ended) {
        if (series.isStopped()) {
            return RunSeries.INTERRUPTED;
        }
        if (ended.status() == Status.FAILED) {
            return sweep.onError() == OnError.STOP ? "step " + ended.step() + " failed" : null;
        }
        return ended.repeat() < sweep.repeats()
                ? null
                : sweep.until().stream()
                        .flatMap(limit -> whereMet(limit, ended.step()).stream())
                        .findFirst()
                        .orElse(null);
    }

    /** What was found where a comparison is true of more than half of a step's runs. */
    private Optional<String> whereMet(Limit until, int step) {
        List<Check> breached = made.done(step)
                .map(result -> until.check(result.plan(), result.summary(), result.verdict()))
                .filter(check -> !check.held())
                .toList();
        return 2L * breached.size() > made.done(step).count()
                ? Optional.of("step " + step + " met " + until + ": "
                        + breached.get(0).offender())
                : Optional.empty();
    }

    private SweepResult soFar() {
        made.interrupted(series.isStopped());
        return made.result(series.restMillis(), null, series.checks());
    }
}
