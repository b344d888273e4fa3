// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.run.phases.PlannedPhase.Backlog;
import io.github.cdctester.internal.run.stream.LogProgress;
import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.BacklogResult.Stretch;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Pauses the readers of the streams while the loads write, and then measures how they catch up. Used by the run's thread only. */
final class BacklogPhase {

    private final Backlog phase;
    private final LoadsPhase loadsPhase;
    private final RunStream streams;
    private final RunListener listener;
    private final NanoClock clock;
    private final long openedNanos;
    private final List<Stretch> intervals = new ArrayList<>();

    /** 0 until the planned pause is over, or all loads have ended. */
    private long pauseEndNanos;

    private double pausedSeconds;

    /** True if a stop request ended the catch-up. The loads may have ended earlier. */
    private boolean isStopped;

    private @Nullable CatchUpWatch catchUpWatch;

    BacklogPhase(
            Backlog phase,
            LoadsPhase loadsPhase,
            RunStream streams,
            RunListener listener,
            NanoClock clock,
            long openedNanos) {
        this.phase = phase;
        this.loadsPhase = loadsPhase;
        this.streams = streams;
        this.listener = listener;
        this.clock = clock;
        this.openedNanos = openedNanos;
    }

    /** If it throws, the streams may still be paused. */
    String run(SampledTime time, StopSignal stop, long beganNanos) throws InterruptedException {
        loadsPhase.begin();
        streams.setFrequentEndQueries(true);
        try {
            long pauseAtNanos = beganNanos + phase.before().toNanos();
            runInterval(time, Stretch.BacklogPart.BEFORE, beganNanos, pauseAtNanos, loadsPhase::advanceLoads);
            if (!stop.isRaised()) {
                accumulateBacklog(time);
                catchUp(time, stop);
            }
        } finally {
            streams.setFrequentEndQueries(false);
        }
        runInterval(time, Stretch.BacklogPart.AFTER, clock.nanoTime(), SampledTime.NO_LIMIT, loadsPhase::advanceLoads);
        String endReasons = loadsPhase.endReasons(stop);
        return isStopped || endReasons.equals(PhaseRunner.STOPPED)
                ? PhaseRunner.STOPPED
                : description() + "; " + endReasons;
    }

    private void accumulateBacklog(SampledTime time) throws InterruptedException {
        listener.step("pausing the stream");
        long fromNanos = clock.nanoTime();
        streams.pauseReading();
        runInterval(
                time,
                Stretch.BacklogPart.PILING_UP,
                fromNanos,
                SampledTime.NO_LIMIT,
                () -> isBacklogComplete(fromNanos));
        pausedSeconds = (clock.nanoTime() - fromNanos) / 1e9;
    }

    /**
     * Returns true if the backlog has its planned size. Also returns true after the end of the pause or of all loads, when the
     * binlog's end was queried again or {@link Backlog#END_QUERY_TIMEOUT} has elapsed.
     */
    private boolean isBacklogComplete(long fromNanos) throws InterruptedException {
        LogProgress progress = streams.progress();
        if (phase.bytes().isPresent()
                && progress.isEndKnown()
                && progress.behindBytes() >= phase.bytes().getAsLong()) {
            return true;
        }
        long nowNanos = clock.nanoTime();
        boolean isTimeUp = phase.time()
                .filter(maxPause -> nowNanos - fromNanos >= maxPause.toNanos())
                .isPresent();
        if (pauseEndNanos == 0 && (isTimeUp || loadsPhase.advanceLoads())) {
            pauseEndNanos = nowNanos;
        }
        long sinceEndNanos = nowNanos - pauseEndNanos;
        return pauseEndNanos != 0
                && (progress.isEndKnown() && progress.endAgeMicros() < sinceEndNanos / 1_000
                        || sinceEndNanos >= Backlog.END_QUERY_TIMEOUT.toNanos());
    }

    private void catchUp(SampledTime time, StopSignal stop) throws InterruptedException {
        listener.step("catching up");
        long fromNanos = clock.nanoTime();
        CatchUpWatch watch = new CatchUpWatch(
                streams.progress(), intervals.get(intervals.size() - 1).loggedBytesPerSecond(), fromNanos);
        catchUpWatch = watch;
        streams.resumeReading();
        long untilNanos = fromNanos + phase.maxDuration().toNanos();
        runInterval(
                time,
                Stretch.BacklogPart.CATCHING_UP,
                fromNanos,
                untilNanos,
                () -> watch.isDone(streams.progress(), clock.nanoTime(), !loadsPhase.advanceLoads()));
        isStopped = stop.isRaised() && !watch.hasCaughtUp() && clock.nanoTime() - untilNanos < 0;
    }

    private void runInterval(
            SampledTime time,
            Stretch.BacklogPart part,
            long fromNanos,
            long untilNanos,
            SampledTime.EndCondition endCondition)
            throws InterruptedException {
        IntervalMeter meter = new IntervalMeter(part, fromNanos, streams.progress());
        Consumer<Sample> addSecond = second -> meter.add(second, clock.nanoTime());
        time.awaitEnd(Phase.MEASURE, untilNanos, endCondition, addSecond);
        time.tickIfDue(Phase.MEASURE, addSecond); // a second that ends now still belongs to this interval
        if (clock.nanoTime() > fromNanos) {
            intervals.add(meter.end(streams.progress(), clock.nanoTime(), openedNanos));
        }
    }

    /** Returns {@code null} if the phase ended before the catch-up. */
    @Nullable
    BacklogResult result() {
        CatchUpWatch watch = catchUpWatch;
        return watch == null ? null : watch.result(pausedSeconds, intervals);
    }

    private String description() {
        BacklogResult result = result();
        if (result == null) {
            return "nothing piled up";
        }
        String piledUp = result.piledUpBytes() == null
                ? String.format(Locale.ROOT, "not read for %.1f s", result.pausedSeconds())
                : String.format(
                        Locale.ROOT, "%.1f MB piled up in %.1f s", result.piledUpBytes() / 1e6, result.pausedSeconds());
        if (result.catchUpSeconds() == null) {
            return piledUp + ", not caught up within " + PhaseRunner.seconds(phase.maxDuration())
                    + (result.leftBytes() == null
                            ? ""
                            : String.format(Locale.ROOT, ", %.1f MB left", result.leftBytes() / 1e6));
        }
        BacklogResult.Forecast forecast = result.forecast();
        return piledUp
                + String.format(
                        Locale.ROOT,
                        ", caught up in %.1f s at %.1f MB/s",
                        result.catchUpSeconds(),
                        result.readBytesPerSecond() / 1e6)
                + (forecast == null ? "" : ", forecast " + seconds(forecast.catchUpSeconds()));
    }

    private static String seconds(@Nullable Double seconds) {
        return seconds == null ? "never" : String.format(Locale.ROOT, "%.1f s", seconds);
    }

    /** Sums the complete seconds of an interval. */
    private static final class IntervalMeter {

        private final Stretch.BacklogPart part;
        private final long fromNanos;
        private final LogProgress startProgress;
        private double seconds;
        private long transactions;
        private Distribution latency = Distribution.EMPTY;
        private Distribution delay = Distribution.EMPTY;

        IntervalMeter(Stretch.BacklogPart part, long fromNanos, LogProgress startProgress) {
            this.part = part;
            this.fromNanos = fromNanos;
            this.startProgress = startProgress;
        }

        /** A second that began before the interval is omitted. */
        void add(Sample second, long nowNanos) {
            if (nowNanos - Math.round(second.seconds() * 1e9) < fromNanos) {
                return;
            }
            seconds += second.seconds();
            delay = delay.plus(Objects.requireNonNull(second.cdc()).durations(Metric.DELAY));
            second.write().ifPresent(write -> {
                transactions += write.count(Metric.WRITE_TRANSACTIONS);
                latency = latency.plus(write.durations(Metric.LATENCY));
            });
        }

        Stretch end(LogProgress endProgress, long nowNanos, long openedNanos) {
            return new Stretch(
                    part,
                    (fromNanos - openedNanos) / 1e9,
                    (nowNanos - openedNanos) / 1e9,
                    seconds,
                    seconds == 0 ? null : Double.valueOf(transactions / seconds),
                    Durations.of(null, latency),
                    Durations.of(null, delay),
                    loggedBytesPerSecond(endProgress, (nowNanos - fromNanos) / 1e9));
        }

        private @Nullable Double loggedBytesPerSecond(LogProgress endProgress, double seconds) {
            return startProgress.isEndKnown() && endProgress.isEndKnown()
                    ? (endProgress.loggedBytes() - startProgress.loggedBytes()) / seconds
                    : null;
        }
    }
}
