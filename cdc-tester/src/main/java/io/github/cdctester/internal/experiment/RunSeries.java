// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.RunController;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import io.github.cdctester.run.RunInterruptedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the runs of an experiment, one after the other, in the caller's thread: the tables when they are needed, the wait until
 * the stream is at rest, the run itself. What the runs are is up to the experiment.
 */
final class RunSeries {

    static final String INTERRUPTED = "interrupted";

    /**
     * What became of a run.
     *
     * @param status done or failed
     * @param reason why it failed, or {@code null}
     * @param beganAtRest whether the stream was at rest when it began; {@code null} where nobody looked
     * @param result its result; of a run that broke what had been measured; {@code null} where nothing was
     * @param failure what it broke with; {@code null} where it was done or interrupted
     */
    record Ended(
            Status status,
            @Nullable String reason,
            @Nullable Boolean beganAtRest,
            @Nullable RunResult result,
            @Nullable CdcTesterException failure) {}

    private final RunSettings settings;
    private final Duration settleTimeout;
    private final ExperimentListener listener;
    private final PreparedTables tables;
    private final Settler settler;

    private @Nullable Settling latest;

    /**
     * Nothing happens yet.
     *
     * @param base the run, with any value of the axis in its plan
     * @param settleTimeout how long the stream is waited for; zero not to wait
     * @param listener is told how it goes, in place of the run's own
     */
    RunSeries(
            RunSettings base, SweepAxis axis, StepTables tables, Duration settleTimeout, ExperimentListener listener) {
        this.settleTimeout = settleTimeout;
        this.listener = listener;
        settings = base.listeningWith(listener);
        this.tables = new PreparedTables(settings, tables, axis);
        settler = new Settler(settings, settleTimeout);
    }

    /** Any of the runs' plans, before what differs. */
    Plan base() {
        return settings.plan();
    }

    /**
     * Makes the runs, and drops the tables behind them, whatever comes; why that was not possible is what is returned.
     *
     * @param plans those of the runs, for which the server must have room; one that needs as much as any is enough
     */
    @Nullable
    String run(List<Plan> plans, Runnable runs) {
        tables.checkRoom(plans);
        tables.refuseForeign();
        try {
            runs.run();
        } catch (RuntimeException e) {
            close().ifPresent(e::addSuppressed);
            throw e;
        }
        return close().map(Throwable::getMessage).orElse(null);
    }

    /** The thread's interruption comes back last: dropping tables must wait for the server. */
    private Optional<NotRemovedException> close() {
        try (DeferredInterrupt held = DeferredInterrupt.hold()) {
            return tables.close();
        }
    }

    /** Waits for the stream, if that is wanted; {@code null} where it is not. */
    @Nullable
    Settling settle() {
        if (!settleTimeout.isZero()) {
            listener.settling();
            Settling settling = settler.settle();
            latest = settling;
            listener.settled(settling);
        }
        return latest;
    }

    /** Makes a run. The tables are made and dropped around the runs. */
    Ended run(Turn turn) {
        return run(turn, UnaryOperator.identity());
    }

    /** The same with something more around it. */
    Ended run(Turn turn, UnaryOperator<RunSettings> more) {
        try {
            if (tables.makeFor(turn)) {
                settle(); // what was written to fill them is on its way too
            }
            RunResult result = new RunController(more.apply(settings.amongTables(turn.plan()))).run();
            return result.interrupted()
                    ? ended(Status.FAILED, INTERRUPTED, result, null)
                    : ended(Status.DONE, null, result, null);
        } catch (RunInterruptedException e) {
            return failed(e, e.partialResult());
        } catch (StoppedEarlyException e) {
            return e.getSuppressed().length == 0 ? ended(Status.FAILED, INTERRUPTED, null, null) : failed(e, null);
        } catch (RunFailedException | ForeignTablesException e) {
            return failed(e, null);
        }
    }

    private Ended failed(CdcTesterException failure, @Nullable RunResult partial) {
        return ended(Status.FAILED, NotRemovedException.messageOf(failure), partial, failure);
    }

    private Ended ended(
            Status status, @Nullable String reason, @Nullable RunResult result, @Nullable CdcTesterException failure) {
        return new Ended(status, reason, latest == null ? null : latest.settled(), result, failure);
    }

    /** The delay at rest; {@code null} where it was not seen. */
    @Nullable
    Double restMillis() {
        return settler.restMillis();
    }

    /** What was found of the tables when they were new. */
    List<Check> checks() {
        return tables.checks();
    }

    /** Also where somebody has interrupted the thread. */
    boolean isStopped() {
        return settings.stop().isRaised() || Thread.currentThread().isInterrupted();
    }
}
