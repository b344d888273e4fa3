// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.play.PlayServer;
import io.github.cdctester.internal.run.outcome.RunTimeline;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.Goal.GoalPoll;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Runs the warm-up, the measured part and the drain in the run's thread. */
final class Measurement {

    /** A replica with parallel workers may log a heartbeat before earlier commits. */
    private static final Duration LATE_TRANSACTION_TIMEOUT = Duration.ofSeconds(5);

    /** Maximum drain after a stop request, and in a run that neither writes nor plays a recording. */
    private static final Duration SHORT_DRAIN = Duration.ofSeconds(5);

    private static final long CONSUMERS_POLL_NANOS = 20_000_000;

    /** A shorter drain is part of the last measured second. */
    private static final long MIN_DRAIN_SAMPLE_NANOS = 20_000_000;

    private final RunSettings settings;
    private final Plan plan;
    private final RunListener listener;
    private final RunTimeline timeline;
    private final RunComponents components;
    private final RunClock clock;
    private final SampledTime time;
    private Phase drainPhase = Phase.MEASURE;
    private long nextTickNanos;

    Measurement(RunSettings settings, RunTimeline timeline, RunComponents components, RunClock clock) {
        this.settings = settings;
        plan = settings.plan();
        listener = settings.listener();
        this.timeline = timeline;
        this.components = components;
        this.clock = clock;
        time = new SampledTime(components, settings.stop(), clock);
    }

    void run() throws InterruptedException {
        components.ticker().start();
        PlayServer playServer = components.playServer();
        if (playServer != null || plan.writes() && !plan.window().warmUp().isZero()) {
            warmUp(playServer);
        }
        openWindow();
        if (playServer != null) {
            playServer.clock().release();
        }
        time.startSeconds(timeline.openedNanos);
        components.faults().begin(timeline.openedNanos);
        if (settings.phases().isEmpty()) {
            measure();
        } else {
            new PhaseRunner(settings, timeline, components, time, clock).run();
        }
        components.faults().end(); // the last writes and the drain need a working server and stream
        recordInterruption();
        endLoad();
        recordInterruption(); // the last transactions may take long
        drain();
        timeline.interrupted = settings.stop().isRaised();
    }

    private void recordInterruption() {
        timeline.interrupted = settings.stop().isRaised();
        if (timeline.interrupted) {
            components.consumers().judge().ifPresent(ConsumerJudge::onInterrupted);
        }
    }

    /** A played recording continues only after all consumers have started to read it, so that none starts late. */
    private void warmUp(@Nullable PlayServer playServer) throws InterruptedException {
        Window window = plan.window();
        Duration maxWarmUp = playServer != null && window.warmUp().isZero() ? window.drainTimeout() : window.warmUp();
        listener.step(playServer == null ? "warming up" : "waiting for the consumers to read the played log");
        components.load().warmUp();
        long fromNanos = clock.nanoTime();
        time.startSeconds(fromNanos);
        time.awaitEnd(Phase.WARM_UP, fromNanos + maxWarmUp.toNanos(), this::isWarmUpOver);
        components.load().pause();
        components.ticker().tick(Phase.WARM_UP);
        failIfBroken();
        if (playServer != null
                && !playServer.clock().haveConsumersStarted()
                && !settings.stop().isRaised()) {
            String log = " the played log at " + plan.endpoint().address();
            throw new RunFailedException(
                    haveConsumersEnded()
                            ? "the consumers ended before they had begun to read" + log
                            : "no consumer began to read" + log + " within " + maxWarmUp.toSeconds()
                                    + " s: start it there, or give it longer with a longer warm-up");
        }
    }

    /** Returns false without consumers. */
    private boolean haveConsumersEnded() {
        return components.consumers().judge().filter(ConsumerJudge::allEnded).isPresent();
    }

    private boolean isWarmUpOver() throws InterruptedException {
        PlayServer playServer = components.playServer();
        return playServer != null && (haveConsumersEnded() || playServer.clock().haveConsumersStarted())
                || components.load().hasReachedLimits()
                || settings.warmedUp().filter(WaitCondition::isMet).isPresent();
    }

    private void openWindow() throws InterruptedException {
        if (plan.writes()) {
            components.judge().windowOpens();
        }
        components.consumers().judge().ifPresent(ConsumerJudge::windowOpens);
        if (plan.writes()) {
            components.streams().openWindow(listener, settings.stop());
            components.streams().renew();
            components.ticker().sampler().openWindow();
        }
        if (!settings.untilPresentEnd()) {
            timeline.openWindow(clock.nanoTime(), components.load().leadNanos());
            components.load().announceWindow(timeline.openedNanos);
        }
        if (settings.phases().isEmpty()) {
            components.load().openWindow(timeline.openedNanos);
        }
        startSeconds();
    }

    /** The pause before the start takes the time of a few round trips, and the lead for worker nodes. */
    private void startSeconds() {
        long nanosToStart = timeline.openedNanos - clock.nanoTime();
        components.consumers().judge().ifPresent(judge -> judge.startSeconds(nanosToStart));
    }

    private void measure() throws InterruptedException {
        long measureNanos = plan.window().measure().toNanos();
        listener.step("measuring");
        time.awaitEnd(
                Phase.MEASURE,
                measureNanos == 0 ? SampledTime.NO_LIMIT : timeline.openedNanos + measureNanos,
                this::isMeasuredTimeOver);
        if (components.load().finishBackground()) {
            listener.step("waiting for the background's last transaction");
            time.startSeconds(clock.nanoTime());
            time.awaitEnd(Phase.MEASURE, SampledTime.NO_LIMIT, components.load()::hasBackgroundEnded);
        }
    }

    private boolean isMeasuredTimeOver() throws InterruptedException {
        Goal goal = components.goal();
        return components.load().hasReachedLimits()
                || goal != null && goal.isReached()
                || isPlaybackOver(components.playServer())
                || settings.measured().filter(WaitCondition::isMet).isPresent();
    }

    /** Returns true if all readers have the whole recording, or none has received anything for the drain timeout. */
    private boolean isPlaybackOver(@Nullable PlayServer playServer) {
        if (playServer != null && haveConsumersEnded()) {
            playServer.clock().setMaxSpeed(); // the run's own stream must still count the remaining transactions
        }
        return playServer != null
                && (playServer.hasEnded() || playServer.isStalled(plan.window().drainTimeout()));
    }

    private void endLoad() throws InterruptedException {
        try {
            components.load().end();
        } finally {
            timeline.close(clock.nanoTime());
        }
        components.consumers().judge().ifPresent(ConsumerJudge::windowCloses);
        components.streams().renew(); // after the end, so that the wait is not measured
        components.ticker().sampler().closeWindow();
        failIfBroken();
    }

    private void drain() throws InterruptedException {
        Duration timeout = timeline.interrupted || !plan.writes() && components.playServer() == null
                ? limitedByDrainTimeout(SHORT_DRAIN)
                : plan.window().drainTimeout();
        // a signal that is already raised would end every wait
        StopSignal stop = timeline.interrupted ? new StopSignal() : settings.stop();
        Goal fixedGoal = components.goal();
        Goal goal = fixedGoal == null ? goalWithin(timeout, stop) : fixedGoal;
        long nowNanos = clock.nanoTime();
        GoalPoll poll = new GoalPoll(nowNanos);
        long deadlineNanos = nowNanos + timeout.toNanos();
        nextTickNanos = nowNanos + MIN_DRAIN_SAMPLE_NANOS;
        while (!goal.isReached()) {
            nowNanos = clock.nanoTime();
            if (nowNanos - deadlineNanos >= 0 || stop.isRaised()) {
                timeline.streamsBehind = goal.streamsBehind();
                break;
            }
            tickIfDue();
            components.streams().failIfBroken();
            clock.await(stop, Math.min(poll.nanosToNextCheck(nowNanos, goal.bytesLeft()), nextTickNanos - nowNanos));
        }
        awaitLateTransactions(stop);
        timeline.endProcessUsage(); // the consumers may need much longer than the streams
        awaitConsumers(deadlineNanos, stop);
    }

    /** The first sample belongs to the measured part. */
    private void tickIfDue() {
        if (clock.nanoTime() - nextTickNanos >= 0) {
            components.ticker().tick(drainPhase);
            if (drainPhase == Phase.MEASURE) {
                listener.step("waiting for the end of the stream");
                drainPhase = Phase.DRAIN;
            }
            nextTickNanos = components.ticker().nextDueAfter(nextTickNanos);
        }
    }

    /** The goal is needed even if the drain timeout is zero. */
    private Goal goalWithin(Duration drain, StopSignal stop) {
        Duration timeout = drain.compareTo(SHORT_DRAIN) > 0 ? drain : SHORT_DRAIN;
        components.streams().limitTimeout(timeout, stop);
        return components.streams().goal(timeout);
    }

    /** Must end before any transaction is judged as lost. */
    private void awaitLateTransactions(StopSignal stop) throws InterruptedException {
        long fromNanos = clock.nanoTime();
        long timeout = limitedByDrainTimeout(LATE_TRANSACTION_TIMEOUT).toNanos();
        GoalPoll poll = new GoalPoll(fromNanos);
        long nowNanos = fromNanos;
        while (timeline.streamsBehind.isEmpty()
                && components.judge().mayHaveLateTransactions()
                && nowNanos - fromNanos < timeout
                && !stop.isRaised()) {
            tickIfDue();
            components.streams().failIfBroken();
            clock.await(stop, poll.nanosToNextCheck(nowNanos, Goal.UNKNOWN));
            nowNanos = clock.nanoTime();
        }
    }

    /** The deadline is the same as for the streams. After it, a consumer with missing reports is judged as behind. */
    private void awaitConsumers(long deadlineNanos, StopSignal stop) throws InterruptedException {
        ConsumerJudge consumers = components.consumers().judge().orElse(null);
        boolean isAnnounced = false;
        if (consumers != null && consumers.isAwaited()) {
            // transactions that other clients write during this wait must not be counted
            components.streams().stopReading();
        }
        while (consumers != null && consumers.isAwaited() && clock.nanoTime() - deadlineNanos < 0 && !stop.isRaised()) {
            if (!isAnnounced) {
                if (drainPhase == Phase.MEASURE) {
                    components.ticker().tick(drainPhase); // the wait is not part of the last measured second
                    drainPhase = Phase.DRAIN;
                    nextTickNanos = SampleTicker.firstDue(clock.nanoTime());
                }
                listener.step("waiting for the consumers");
                isAnnounced = true;
            }
            tickIfDue();
            components.streams().failIfBroken();
            consumers.takeReports();
            clock.await(stop, CONSUMERS_POLL_NANOS);
        }
        if (consumers != null) {
            consumers.endWait(!timeline.interrupted && !stop.isRaised());
        }
        components.ticker().tick(drainPhase);
        if (timeline.streamsBehind.isEmpty() && !timeline.interrupted && !stop.isRaised()) {
            components.consumers().serverRows().ifPresent(rows -> rows.compare(listener));
            components.identifyLost();
        }
    }

    private Duration limitedByDrainTimeout(Duration limit) {
        Duration timeout = plan.window().drainTimeout();
        return timeout.compareTo(limit) < 0 ? timeout : limit;
    }

    private void failIfBroken() {
        components.load().failIfBroken();
        components.streams().failIfBroken();
    }
}
