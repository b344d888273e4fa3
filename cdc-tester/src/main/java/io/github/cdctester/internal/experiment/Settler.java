// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.Conductor;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.SweepResult.Settling;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the stream has caught up and its delay is back at rest. It follows the stream without a workload and writes
 * heartbeats: one arrives only behind everything that was committed before it, wherever the stream comes from. At rest is
 * the delay that the stream had before the first step; in later waits the lowest that was seen.
 */
public final class Settler {

    /** So many seconds in which heartbeats arrive tell what rest is. */
    private static final int SECONDS_OF_REST = 3;

    /** A delay that is no more above rest than that, or no more than twice as long, is back at rest. */
    private static final double TOLERANCE_MILLIS = 10;

    private final RunSettings settings;
    private final Duration patience;
    private @Nullable Double restMillis;

    /**
     * Creates it; waits for nothing yet.
     *
     * @param settings the runs between which it waits
     * @param patience how long it waits at most
     */
    public Settler(RunSettings settings, Duration patience) {
        this.settings = settings;
        this.patience = patience;
    }

    /** The delay at rest, as a second's median; {@code null} where it was not seen. */
    public @Nullable Double restMillis() {
        return restMillis;
    }

    /** Waits. Says so, and does not fail, where it waited in vain. */
    public Settling settle() {
        Watch watch = new Watch();
        String broken = null;
        try {
            new Conductor(settings(watch)).run();
        } catch (RunFailedException e) {
            broken = String.valueOf(e.getMessage());
        }
        double seconds = (watch.atRest ? watch.atRestNanos : System.nanoTime() - watch.fromNanos) / 1e9;
        if (watch.atRest) {
            restMillis = restMillis == null ? watch.lowestMillis : Math.min(restMillis, watch.lowestMillis);
            return new Settling(true, seconds, watch.lastMillis, null);
        }
        return new Settling(false, seconds, watch.lastMillis, broken == null ? watch.reason() : broken);
    }

    private RunSettings settings(Watch watch) {
        Plan plan = settings.plan();
        Plan watching = new Plan(
                plan.endpoint(),
                Optional.empty(),
                LoadSpec.closedLoop(1),
                plan.ignoredErrors(),
                new Window(Duration.ZERO, patience, 0, Duration.ZERO),
                plan.subscriber()
                        .sideBySide(Set.of())
                        .delaySource(DelaySource.HEARTBEAT)
                        .rowCounting(RowCounting.OFF)
                        .verifyChecksums(false),
                Verification.OFF);
        return new RunSettings(
                watching, false, false, false, false, List.of(), false, Optional.empty(), watch, watch.enough);
    }

    /** Looks at each second, and ends the wait. */
    private final class Watch implements RunListener {
        private final StopSignal enough = new StopSignal();
        private final long fromNanos = System.nanoTime();
        private final List<Double> flowing = new ArrayList<>();
        private double lowestMillis = Double.POSITIVE_INFINITY;
        private @Nullable Double lastMillis;
        private boolean atRest;
        private long atRestNanos;

        @Override
        public void sample(SampleRow sample) {
            if (settings.stop().isRaised()) {
                enough.raise();
            }
            if (enough.isRaised()) {
                return;
            }
            Double median = median(sample);
            lastMillis = median;
            if (median == null) {
                flowing.clear();
                return;
            }
            flowing.add(median);
            lowestMillis = Math.min(lowestMillis, median);
            Double rest = restMillis;
            if (rest == null ? flowing.size() >= SECONDS_OF_REST : median <= bound(rest)) {
                atRest = true;
                atRestNanos = System.nanoTime() - fromNanos;
                enough.raise();
            }
        }

        private String reason() {
            if (settings.stop().isRaised()) {
                return "interrupted";
            }
            Double rest = restMillis;
            return lastMillis == null || rest == null
                    ? "heartbeats did not arrive"
                    : String.format(
                            Locale.ROOT, "DT of heartbeats was still %.3f ms, %.3f ms at rest", lastMillis, rest);
        }
    }

    private static double bound(double restMillis) {
        return Math.max(2 * restMillis, restMillis + TOLERANCE_MILLIS);
    }

    /** Of the stream that is worst off; {@code null} where nothing came from one of them. */
    private static @Nullable Double median(SampleRow sample) {
        List<SampleRow.Cdc> streams = sample.streams().isEmpty()
                ? List.of(sample.cdc())
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
