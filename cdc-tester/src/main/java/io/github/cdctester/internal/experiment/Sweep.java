// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepListener;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.run.Conductor;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.time.HeldInterrupt;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import io.github.cdctester.run.RunInterruptedException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Repeats a run over the values of an axis, in the caller's thread. */
public final class Sweep {

    private static final String INTERRUPTED = "interrupted";

    private final SweepPlan sweep;
    private final RunSettings settings;
    private final SweepListener listener;
    private final PreparedTables tables;
    private final Settler settler;
    private final SweepRecord made;

    private @Nullable Settling latest;

    /**
     * Creates a sweep; nothing happens yet.
     *
     * @param sweep how the run is repeated
     * @param base the run, with any value of the axis in its plan; the tables that it is to make are made by {@code tables}
     * @param tables makes and drops tables
     * @param listener is told how it goes, in place of the run's own
     */
    public Sweep(SweepPlan sweep, RunSettings base, StepTables tables, SweepListener listener) {
        this.sweep = sweep;
        this.listener = listener;
        settings = new RunSettings(
                base.plan(),
                base.prepare(),
                base.cleanup(),
                base.dropForeign(),
                base.checkConsistency(),
                base.limits(),
                false,
                base.registry(),
                listener,
                base.stop());
        this.tables = new PreparedTables(settings, tables, sweep.axis());
        settler = new Settler(settings, sweep.settleTimeout());
        made = new SweepRecord(sweep, base.plan());
    }

    /**
     * Runs. A run that fails is a step that failed, and not the end.
     *
     * @return what there is of each step
     * @throws io.github.cdctester.failure.InvalidPlanException if a value does not fit the plan; then nothing was begun
     * @throws ForeignTablesException if tables would have to be dropped that this tool did not make; likewise
     */
    public SweepResult run() {
        List<Turn> turns = Turn.of(sweep, settings.plan());
        tables.refuseForeign();
        try {
            run(turns);
        } catch (RuntimeException e) {
            close().ifPresent(e::addSuppressed);
            throw e;
        }
        boolean interrupted = isStopped();
        return made.result(interrupted, close().map(Throwable::getMessage).orElse(null), tables.checks());
    }

    /** The thread's interruption comes back last: dropping tables must wait for the server. */
    private Optional<NotRemovedException> close() {
        try (HeldInterrupt held = HeldInterrupt.hold()) {
            return tables.close();
        }
    }

    private void run(List<Turn> turns) {
        settle();
        String skip = null;
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            skip = skip == null && isStopped() ? INTERRUPTED : skip;
            if (skip != null) {
                made.add(turn.ended(Status.SKIPPED, skip, null, null));
                continue;
            }
            StepResult ended = run(turn, turns.get(turns.size() - 1).step());
            made.add(ended);
            skip = skipBehind(ended);
            listener.progress(ended, soFar());
            if (skip == null && i + 1 < turns.size()) {
                settle();
                made.settled(latest);
            }
        }
    }

    /** Waits for the stream, if that is wanted. */
    private void settle() {
        if (!sweep.settleTimeout().isZero()) {
            listener.settling();
            Settling settling = settler.settle();
            latest = settling;
            made.rest(settler.restMillis());
            listener.settled(settling);
        }
    }

    private StepResult run(Turn turn, int steps) {
        listener.runBegins(turn.step(), steps, turn.point().label(), turn.repeat());
        try {
            if (tables.makeFor(turn)) {
                settle(); // what was written to fill them is on its way too
            }
            RunResult result = new Conductor(settingsOf(turn)).run();
            return result.interrupted() ? ended(turn, INTERRUPTED, result) : ended(turn, null, result);
        } catch (RunInterruptedException e) {
            return failed(turn, e, e.partialResult());
        } catch (StoppedEarlyException e) {
            return e.getSuppressed().length == 0 ? ended(turn, INTERRUPTED, null) : failed(turn, e, null);
        } catch (RunFailedException | ForeignTablesException e) {
            return failed(turn, e, null);
        }
    }

    private StepResult ended(Turn turn, @Nullable String failure, @Nullable RunResult result) {
        Boolean atRest = latest == null ? null : latest.settled();
        return turn.ended(failure == null ? Status.DONE : Status.FAILED, failure, atRest, result);
    }

    private StepResult failed(Turn turn, CdcTesterException failure, @Nullable RunResult partial) {
        StepResult failed = ended(turn, NotRemovedException.messageOf(failure), partial);
        listener.runFailed(failed, failure);
        return failed;
    }

    /** The tables are made and dropped around the runs. */
    private RunSettings settingsOf(Turn turn) {
        return new RunSettings(
                turn.plan(),
                false,
                false,
                settings.dropForeign(),
                settings.checkConsistency(),
                settings.limits(),
                false,
                settings.registry(),
                listener,
                settings.stop());
    }

    /** Why nothing comes behind a run, if so. */
    private @Nullable String skipBehind(StepResult ended) {
        if (isStopped()) {
            return INTERRUPTED;
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
        return made.result(isStopped(), null, tables.checks());
    }

    /** Also where somebody has interrupted the thread. */
    private boolean isStopped() {
        return settings.stop().isRaised() || Thread.currentThread().isInterrupted();
    }
}
