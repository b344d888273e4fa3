// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.TrialRunner.TrialRuns;
import io.github.cdctester.internal.run.PlannedRun;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the stream has caught up and its delay is back at the idle level. Writes heartbeats, because a heartbeat arrives only after
 * all earlier commits. The first wait measures the idle delay.
 */
public final class QuiescenceWait implements TrialRuns {

    private final RunSettings settings;
    private final Duration timeout;
    private final Function<RunSettings, RunResult> runs;
    private @Nullable Double idleMillis;

    public QuiescenceWait(RunSettings settings, Duration timeout) {
        this(settings, timeout, run -> new PlannedRun(run, new LoadWorkloads()).run());
    }

    QuiescenceWait(RunSettings settings, Duration timeout, Function<RunSettings, RunResult> runs) {
        this.settings = settings;
        this.timeout = timeout;
        this.runs = runs;
    }

    /** Returns the lowest median of any second in successful waits, in ms; {@code null} before one. */
    @Override
    public @Nullable Double idleMillis() {
        return idleMillis;
    }

    @Override
    public RunResult run(RunSettings trial) {
        return runs.apply(trial);
    }

    /** Returns a timeout or a failure as an outcome instead of throwing it. */
    @Override
    public Settling settle(Consumer<NotRemovedException> onNotRemoved) {
        QuiescenceWatch watch = new QuiescenceWatch(idleMillis, settings.stop());
        long startNanos = System.nanoTime();
        String failure = null;
        try {
            run(watchSettings(watch));
        } catch (RunFailedException e) {
            failure = e instanceof NotRemovedException ? null : e.getMessage();
            notRemoved(e).forEach(onNotRemoved);
        }
        if (watch.isIdle()) {
            double lowestMedianMillis = watch.lowestMillis();
            idleMillis = idleMillis == null ? lowestMedianMillis : Math.min(idleMillis, lowestMedianMillis);
            return new Settling(true, (watch.idleSinceNanos - startNanos) / 1e9, watch.lastMillis(), null);
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        return new Settling(false, seconds, watch.lastMillis(), failure == null ? watch.reason() : failure);
    }

    /** Returns the failures to remove objects, from an exception of a run and from the exceptions that it suppressed. */
    private static Stream<NotRemovedException> notRemoved(RunFailedException failure) {
        return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
                .flatMap(cause -> Stream.concat(Stream.of(cause), Stream.of(cause.getSuppressed())))
                .filter(NotRemovedException.class::isInstance)
                .map(NotRemovedException.class::cast);
    }

    private RunSettings watchSettings(QuiescenceWatch watch) {
        Plan plan = settings.plan();
        Plan watchPlan = Plan.of(plan.endpoint(), new Window(Duration.ZERO, timeout, 0, Duration.ZERO), List.of())
                .ignoredErrors(plan.ignoredErrors())
                .subscriber(plan.subscriber()
                        .sideBySide(Set.of())
                        .delaySource(DelaySource.HEARTBEAT)
                        .rowCounting(RowCounting.OFF)
                        .verifyChecksums(false))
                .verification(Verification.OFF);
        return RunSettings.of(watchPlan, new TablePolicy(false, false, false, false), watch, watch.endSignal());
    }

    static final class QuiescenceWatch implements RunListener {

        /** The idle delay is known after this many consecutive seconds with heartbeats. */
        private static final int IDLE_DELAY_SECONDS = 3;

        /** The stream is idle up to this difference from the idle delay, or up to twice the idle delay. */
        private static final double TOLERANCE_MILLIS = 10;

        private final @Nullable Double idleMillis;
        private final StopSignal stop;
        private final StopSignal endSignal = new StopSignal();
        private int secondsInARow;
        private double lowestMillis = Double.POSITIVE_INFINITY;
        private @Nullable Double lastMillis;
        private @Nullable Double lastKnownMillis;
        private boolean isIdle;
        private long idleSinceNanos;

        QuiescenceWatch(@Nullable Double idleMillis, StopSignal stop) {
            this.idleMillis = idleMillis;
            this.stop = stop;
        }

        @Override
        public void sample(SampleRow sample) {
            if (stop.isRaised()) {
                endSignal.raise();
            }
            if (endSignal.isRaised()) {
                return;
            }
            Double median = highestMedianMillis(sample);
            lastMillis = median;
            if (median == null) {
                secondsInARow = 0;
                return;
            }
            lastKnownMillis = median;
            secondsInARow++;
            lowestMillis = Math.min(lowestMillis, median);
            if (idleMillis == null ? secondsInARow >= IDLE_DELAY_SECONDS : median <= maxIdleMillis(idleMillis)) {
                isIdle = true;
                idleSinceNanos = System.nanoTime();
                endSignal.raise();
            }
        }

        /** Raised when the stream is idle, or after a stop request. */
        StopSignal endSignal() {
            return endSignal;
        }

        boolean isIdle() {
            return isIdle;
        }

        double lowestMillis() {
            return lowestMillis;
        }

        /** Returns {@code null} without a heartbeat in the last second. */
        @Nullable
        Double lastMillis() {
            return lastMillis;
        }

        String reason() {
            if (stop.isRaised()) {
                return "interrupted";
            }
            return lastKnownMillis == null || idleMillis == null
                    ? "heartbeats did not arrive"
                    : String.format(
                            Locale.ROOT,
                            "DT of heartbeats was still %.3f ms, %.3f ms when idle",
                            lastKnownMillis,
                            idleMillis);
        }

        private static double maxIdleMillis(double idleMillis) {
            return Math.max(2 * idleMillis, idleMillis + TOLERANCE_MILLIS);
        }

        /** Returns {@code null} if a stream is not flowing or has no median. */
        private static @Nullable Double highestMedianMillis(SampleRow sample) {
            List<SampleRow.Cdc> streams = sample.streams().isEmpty()
                    ? List.of(sample.stream())
                    : sample.streams().stream().map(SampleRow.Stream::cdc).toList();
            double highestMillis = 0;
            for (SampleRow.Cdc stream : streams) {
                Double median = stream.delay().p50Millis();
                if (stream.state() != SampleRow.Motion.FLOWING || median == null) {
                    return null;
                }
                highestMillis = Math.max(highestMillis, median);
            }
            return highestMillis;
        }
    }
}
