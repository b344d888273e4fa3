// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.TrialRunner.TrialRuns;
import io.github.cdctester.internal.run.RunController;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.Settling;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the stream has caught up and its delay is back at rest. It follows the stream without a workload and writes
 * heartbeats: one arrives only behind everything that was committed before it, wherever the stream comes from. At rest is
 * the delay that the stream had before the first step; in later waits the lowest that was seen.
 */
public final class QuiescenceWait implements TrialRuns {

    private final RunSettings settings;
    private final Duration patience;
    private @Nullable Double restMillis;

    public QuiescenceWait(RunSettings settings, Duration patience) {
        this.settings = settings;
        this.patience = patience;
    }

    /** The delay at rest, as a second's median; {@code null} where it was not seen. */
    @Override
    public @Nullable Double restMillis() {
        return restMillis;
    }

    @Override
    public RunResult run(RunSettings trial) {
        return new RunController(trial).run();
    }

    /** Waits. Says so, and does not fail, where it waited in vain. */
    @Override
    public Settling settle() {
        QuiescenceWatch watch = new QuiescenceWatch(restMillis, settings.stop());
        long fromNanos = System.nanoTime();
        String broken = null;
        try {
            new RunController(settings(watch)).run();
        } catch (RunFailedException e) {
            broken = String.valueOf(e.getMessage());
        }
        if (watch.isAtRest()) {
            double lowest = watch.lowestMillis();
            restMillis = restMillis == null ? lowest : Math.min(restMillis, lowest);
            return new Settling(true, (watch.atRestNanos() - fromNanos) / 1e9, watch.lastMillis(), null);
        }
        double seconds = (System.nanoTime() - fromNanos) / 1e9;
        return new Settling(false, seconds, watch.lastMillis(), broken == null ? watch.reason() : broken);
    }

    private RunSettings settings(QuiescenceWatch watch) {
        Plan plan = settings.plan();
        Plan watching = Plan.of(plan.endpoint(), new Window(Duration.ZERO, patience, 0, Duration.ZERO), List.of())
                .ignoredErrors(plan.ignoredErrors())
                .subscriber(plan.subscriber()
                        .sideBySide(Set.of())
                        .delaySource(DelaySource.HEARTBEAT)
                        .rowCounting(RowCounting.OFF)
                        .verifyChecksums(false))
                .verification(Verification.OFF);
        return new RunSettings(
                watching, false, false, false, false, List.of(), false, Optional.empty(), watch, watch.enough());
    }
}
