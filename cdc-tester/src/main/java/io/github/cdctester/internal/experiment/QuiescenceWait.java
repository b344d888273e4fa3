// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.TrialRunner.TrialRuns;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunController;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the stream has caught up and its delay is back at its idle value. It follows the stream without a workload and writes
 * heartbeats: a heartbeat arrives only after all earlier commits, for any source of the stream. The idle delay is measured before
 * the first step; later waits use the lowest value so far.
 */
public final class QuiescenceWait implements TrialRuns {

    private final RunSettings settings;
    private final Duration timeout;
    private @Nullable Double idleMillis;

    public QuiescenceWait(RunSettings settings, Duration timeout) {
        this.settings = settings;
        this.timeout = timeout;
    }

    /** Returns the idle delay, as a second's median; {@code null} if unknown. */
    @Override
    public @Nullable Double idleMillis() {
        return idleMillis;
    }

    @Override
    public RunResult run(RunSettings trial) {
        return new PlannedRun(trial, new LoadWorkloads()).run();
    }

    /** Waits. Reports a timeout, and does not fail. */
    @Override
    public Settling settle() {
        QuiescenceWatch watch = new QuiescenceWatch(idleMillis, settings.stop());
        long fromNanos = System.nanoTime();
        String broken = null;
        try {
            new RunController(settings(watch)).run();
        } catch (RunFailedException e) {
            broken = String.valueOf(e.getMessage());
        }
        if (watch.isIdle()) {
            double lowest = watch.lowestMillis();
            idleMillis = idleMillis == null ? lowest : Math.min(idleMillis, lowest);
            return new Settling(true, (watch.atRestNanos - fromNanos) / 1e9, watch.lastMillis(), null);
        }
        double seconds = (System.nanoTime() - fromNanos) / 1e9;
        return new Settling(false, seconds, watch.lastMillis(), broken == null ? watch.reason() : broken);
    }

    private RunSettings settings(QuiescenceWatch watch) {
        Plan plan = settings.plan();
        Plan watching = Plan.of(plan.endpoint(), new Window(Duration.ZERO, timeout, 0, Duration.ZERO), List.of())
                .ignoredErrors(plan.ignoredErrors())
                .subscriber(plan.subscriber()
                        .sideBySide(Set.of())
                        .delaySource(DelaySource.HEARTBEAT)
                        .rowCounting(RowCounting.OFF)
                        .verifyChecksums(false))
                .verification(Verification.OFF);
        return RunSettings.of(watching, new TablePolicy(false, false, false, false), watch, watch.enough());
    }

    static final class QuiescenceWatch implements RunListener {

        /** Number of seconds with heartbeats that determine the idle delay. */
        private static final int SECONDS_OF_REST = 3;

        /** A delay at most this far above the idle delay, or at most twice as long, is idle again. */
        private static final double TOLERANCE_MILLIS = 10;

        private final @Nullable Double idleMillis;
        private final StopSignal stop;
        private final StopSignal enough = new StopSignal();
        private int flowing;
        private double lowestMillis = Double.POSITIVE_INFINITY;
        private @Nullable Double lastMillis;
        private @Nullable Double lastSeenMillis;
        private boolean idle;
        private long atRestNanos;

        QuiescenceWatch(@Nullable Double idleMillis, StopSignal stop) {
            this.idleMillis = idleMillis;
            this.stop = stop;
        }

        @Override
        public void sample(SampleRow sample) {
            if (stop.isRaised()) {
                enough.raise();
            }
            if (enough.isRaised()) {
                return;
            }
            Double median = median(sample);
            lastMillis = median;
            if (median == null) {
                flowing = 0;
                return;
            }
            lastSeenMillis = median;
            flowing++;
            lowestMillis = Math.min(lowestMillis, median);
            if (idleMillis == null ? flowing >= SECONDS_OF_REST : median <= bound(idleMillis)) {
                idle = true;
                atRestNanos = System.nanoTime();
                enough.raise();
            }
        }

        /** Raised when there is nothing more to wait for. */
        StopSignal enough() {
            return enough;
        }

        boolean isIdle() {
            return idle;
        }

        double lowestMillis() {
            return lowestMillis;
        }

        /** The last second's median; {@code null} without a heartbeat. */
        @Nullable
        Double lastMillis() {
            return lastMillis;
        }

        /** Returns why it is not idle. A last second without a heartbeat does not mean that none arrived. */
        String reason() {
            if (stop.isRaised()) {
                return "interrupted";
            }
            return lastSeenMillis == null || idleMillis == null
                    ? "heartbeats did not arrive"
                    : String.format(
                            Locale.ROOT,
                            "DT of heartbeats was still %.3f ms, %.3f ms when idle",
                            lastSeenMillis,
                            idleMillis);
        }

        private static double bound(double idleMillis) {
            return Math.max(2 * idleMillis, idleMillis + TOLERANCE_MILLIS);
        }

        /** Returns the slowest stream's median; {@code null} if one of them had none. */
        private static @Nullable Double median(SampleRow sample) {
            List<SampleRow.Cdc> streams = sample.streams().isEmpty()
                    ? List.of(sample.stream())
                    : sample.streams().stream().map(SampleRow.Stream::cdc).toList();
            double worst = 0;
            for (SampleRow.Cdc stream : streams) {
                Double median = stream.delay().p50Millis();
                if (stream.state() != SampleRow.Motion.FLOWING || median == null) {
                    return null;
                }
                worst = Math.max(worst, median);
            }
            return worst;
        }
    }
}
