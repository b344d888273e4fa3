// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.consumer.RunningConsumers;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.outcome.TesterUsage;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes one run from its first connection to its result, in the caller's thread. After any failure, in any thread and at any
 * moment, everything is closed. The first failure is thrown unchanged, and suppresses the others.
 */
public final class RunController {

    private final RunSettings settings;
    private final RunParts parts;
    private final RunClock clock;
    private final RunningConsumers started;
    private final Consumer<List<PhaseTotals>> toldOfPhases;
    private final Resources resources = new Resources();
    private final RunTimeline timeline = new RunTimeline();
    private final FirstFailure failures = new FirstFailure();

    public RunController(RunSettings settings) {
        this(settings, new LoadWorkloads(), RunningConsumers.none(), phases -> {});
    }

    RunController(
            RunSettings settings,
            LoadWorkloads workloads,
            RunningConsumers started,
            Consumer<List<PhaseTotals>> toldOfPhases) {
        this(
                settings,
                new ConnectedParts(settings, workloads, RunClock.SYSTEM),
                RunClock.SYSTEM,
                started,
                toldOfPhases);
    }

    RunController(RunSettings settings, RunParts parts, RunClock clock, Consumer<List<PhaseTotals>> toldOfPhases) {
        this(settings, parts, clock, RunningConsumers.none(), toldOfPhases);
    }

    private RunController(
            RunSettings settings,
            RunParts parts,
            RunClock clock,
            RunningConsumers started,
            Consumer<List<PhaseTotals>> toldOfPhases) {
        this.started = started;
        this.toldOfPhases = toldOfPhases;
        this.settings = settings;
        this.parts = parts;
        this.clock = clock;
    }

    /**
     * Runs.
     *
     * @return the result; marked as interrupted where the stop signal ended the run early
     * @throws RunInterruptedException if the run broke while it was measuring; it has the partial result
     * @throws StoppedEarlyException if the stop signal was raised before it began to measure
     */
    public RunResult run() {
        boolean begun = failures.run(() -> {
            parts.connect(resources, timeline);
            if (!started.all().isEmpty()) {
                settings.listener().step("starting the consumers");
                started.start();
            }
            if (settings.stop().isRaised()) {
                throw new StoppedEarlyException();
            }
            parts.begin();
        });
        if (begun) {
            measure();
        }
        Throwable broke = failures.first();
        try (DeferredInterrupt held = DeferredInterrupt.hold()) { // closing must wait for threads, and drop tables
            parts.load()
                    .close(
                            begun ? broke == null ? RunLoad.End.ORDERLY : RunLoad.End.BROKEN : RunLoad.End.NOT_BEGUN,
                            failures);
            resources.close(failures);
        }
        RunResult result = begun ? result(broke) : null;
        if (failures.wasInterrupted()) {
            Thread.currentThread().interrupt();
        }
        return outcome(result);
    }

    private void measure() {
        boolean measured = failures.run(() -> new Measurement(settings, timeline, parts, clock).run());
        finish();
        if (measured && failures.first() == null && !timeline.interrupted) {
            failures.run(() -> {
                if (timeline.behind.isEmpty()) {
                    parts.judge().compareAfterRun();
                }
                parts.load().checkAfterRun();
            });
        }
    }

    /** In any case, ends the readers and takes their counts. */
    private void finish() {
        failures.run(parts.faults()::end);
        timeline.faults = parts.faults().marks();
        failures.run(parts.load()::abandon);
        if (timeline.closedNanos == 0) {
            timeline.closedNanos = clock.nanoTime();
            failures.run(() -> parts.ticks().tick(Phase.MEASURE));
        }
        failures.run(parts.streams()::stopReading);
        timeline.usageAtEnd = TesterUsage.now();
        failures.run(parts.ticks()::end);
    }

    /** A resource left behind breaks the run; an exception thrown while it is closed does not. */
    private @Nullable RunResult result(@Nullable Throwable broke) {
        Throwable cause = broke == null && failures.first() instanceof RunFailedException left ? left : broke;
        RunResult[] result = new RunResult[1];
        failures.run(() -> {
            Samples samples = parts.ticks().samples();
            result[0] = parts.result(timeline, samples, cause == null ? null : text(cause));
            toldOfPhases.accept(parts.phases(timeline, samples));
        });
        return result[0];
    }

    private RunResult outcome(@Nullable RunResult result) {
        Throwable failure = failures.first();
        if (failure == null && result != null) {
            return result;
        }
        if (result != null && failure instanceof RunFailedException failed) {
            throw new RunInterruptedException(failed, result);
        }
        if (result != null && failure != null) {
            failure.addSuppressed(new RunInterruptedException(new RunFailedException(text(failure)), result));
        }
        failures.rethrow();
        throw new IllegalStateException("there is no result"); // nor a failure, which cannot be
    }

    private static String text(Throwable failure) {
        return failure instanceof RunFailedException ? String.valueOf(failure.getMessage()) : failure.toString();
    }
}
