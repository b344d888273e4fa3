// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.consumer.RunningConsumers;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.outcome.PhaseTotals;
import io.github.cdctester.internal.run.outcome.RunRecorder.Samples;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.outcome.TesterUsage;
import io.github.cdctester.internal.text.FailureText;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes one run in the caller's thread, and closes all resources. Throws the first failure; later failures are suppressed exceptions.
 * The exception contains the result if there is one.
 */
final class RunController {

    private final RunSettings settings;
    private final RunComponents components;
    private final RunClock clock;
    private final RunningConsumers runningConsumers;
    private final Consumer<List<PhaseTotals>> onPhasesEnded;
    private final Resources resources = new Resources();
    private final RunTimeline timeline = new RunTimeline();
    private final FirstFailure failures = new FirstFailure();

    RunController(
            RunSettings settings,
            RunComponents components,
            RunClock clock,
            RunningConsumers runningConsumers,
            Consumer<List<PhaseTotals>> onPhasesEnded) {
        this.runningConsumers = runningConsumers;
        this.onPhasesEnded = onPhasesEnded;
        this.settings = settings;
        this.components = components;
        this.clock = clock;
    }

    /**
     * @return marked as interrupted if the stop signal ended the run early
     * @throws RunInterruptedException if the run failed while it measured
     * @throws NotRemovedException if only the clean-up failed; a suppressed {@link RunInterruptedException} contains the result
     * @throws StoppedEarlyException if the stop signal was raised before the measurement
     */
    RunResult run() {
        boolean isStarted = failures.run(() -> {
            components.connect(resources, timeline);
            if (!runningConsumers.consumers().isEmpty()) {
                settings.listener().step("starting the consumers");
                runningConsumers.start();
            }
            if (settings.stop().isRaised()) {
                throw new StoppedEarlyException();
            }
            components.begin();
        });
        if (isStarted) {
            measure();
        }
        Throwable firstFailure = failures.first();
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) { // closing must wait for threads, and drop tables
            components
                    .load()
                    .close(
                            isStarted
                                    ? firstFailure == null ? RunLoad.End.ORDERLY : RunLoad.End.BROKEN
                                    : RunLoad.End.NOT_BEGUN,
                            failures);
            resources.close(failures);
        }
        RunResult result = isStarted ? result(firstFailure) : null;
        if (failures.wasInterrupted()) {
            Thread.currentThread().interrupt();
        }
        return outcome(result);
    }

    private void measure() {
        boolean isMeasured = failures.run(() -> new Measurement(settings, timeline, components, clock).run());
        finish();
        if (isMeasured && failures.first() == null && !timeline.interrupted) {
            failures.run(() -> {
                if (timeline.streamsBehind.isEmpty()) {
                    components.judge().compareAfterRun();
                }
                components.load().checkAfterRun();
            });
        }
    }

    /** Called even after a failure. */
    private void finish() {
        failures.run(components.faults()::end);
        timeline.faults = components.faults().marks();
        failures.run(components.load()::abandon);
        if (timeline.closedNanos == 0) {
            timeline.close(clock.nanoTime());
            failures.run(() -> components.ticker().tick(timeline.hasOpened() ? Phase.MEASURE : Phase.WARM_UP));
        }
        failures.run(components.streams()::stopReading);
        failures.run(() -> timeline.setUsageAtEnd(
                TesterUsage.now(components.streams(), components.ticker().missedSamples())));
        failures.run(components.ticker()::end);
    }

    /** @param cause failure of the measurement. Failures while closing do not make the result incomplete */
    private @Nullable RunResult result(@Nullable Throwable cause) {
        RunResult[] result = new RunResult[1];
        failures.run(() -> {
            Samples samples = components.ticker().samples();
            result[0] = components.result(timeline, samples, cause == null ? null : FailureText.of(cause));
            onPhasesEnded.accept(components.phases(timeline, samples));
        });
        return result[0];
    }

    private RunResult outcome(@Nullable RunResult result) {
        Throwable failure = failures.first();
        if (failure == null && result != null) {
            return result;
        }
        if (result != null
                && failure instanceof RunFailedException failed
                && !(failed instanceof NotRemovedException)) {
            throw new RunInterruptedException(failed, result);
        }
        if (result != null && failure != null) {
            failure.addSuppressed(new RunInterruptedException(new RunFailedException(FailureText.of(failure)), result));
        }
        failures.rethrow();
        throw new IllegalStateException("there is no result"); // unreachable: without a result there is a failure
    }
}
