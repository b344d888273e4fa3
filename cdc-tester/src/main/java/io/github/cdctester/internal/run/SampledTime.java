// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.Goal.GoalPoll;
import io.github.cdctester.stop.StopSignal;

/** Waits in the run's thread. Meanwhile it takes samples, starts and stops due loads, and throws if a part has failed. */
final class SampledTime {

    /** A condition that ends a wait before its time limit. */
    @FunctionalInterface
    interface EndCondition {
        boolean isMet() throws InterruptedException;
    }

    @FunctionalInterface
    interface EachSecond {
        void onSecond(Sample second) throws InterruptedException;
    }

    /** No time limit: only the condition or a stop request ends the wait. */
    static final long OPEN = Long.MAX_VALUE;

    private static final long POLL_NANOS = 20_000_000;

    private final RunParts parts;
    private final StopSignal stop;
    private final RunClock clock;
    private long fromNanos;
    private long nextTick;

    SampledTime(RunParts parts, StopSignal stop, RunClock clock) {
        this.parts = parts;
        this.stop = stop;
        this.clock = clock;
    }

    /** Starts the first second at this time. */
    void startSeconds(long beganNanos) {
        fromNanos = beganNanos;
        nextTick = SampleTicker.firstDue(beganNanos);
    }

    void awaitEnd(Phase phase, long untilNanos, EndCondition end) throws InterruptedException {
        awaitEnd(phase, untilNanos, end, second -> {});
    }

    void awaitEnd(Phase phase, long untilNanos, EndCondition end, EachSecond eachSecond) throws InterruptedException {
        GoalPoll poll = new GoalPoll(fromNanos);
        Goal goal = parts.goal();
        while (true) {
            long nowNanos = clock.nanoTime();
            long nanosToAdvance = parts.load().advance(nowNanos);
            if (nowNanos - untilNanos >= 0 && untilNanos != OPEN || stop.isRaised() || end.isMet()) {
                return;
            }
            if (nowNanos >= nextTick) {
                tick(phase, eachSecond);
            } else {
                parts.streams().failIfBroken();
                parts.consumers().judge().ifPresent(ConsumerJudge::takeReports);
                parts.judge().processQueue();
                long waitNanos = Math.min(Math.min(nextTick, untilNanos) - nowNanos, nanosToAdvance);
                clock.await(
                        stop, Math.min(waitNanos, goal == null ? POLL_NANOS : poll.nanos(nowNanos, goal.bytesLeft())));
            }
        }
    }

    /** Waits until the current second is over or a stop is requested. Takes no sample. */
    void awaitFullSecond(Phase phase) throws InterruptedException {
        awaitEnd(phase, nextTick, () -> false);
    }

    void tickIfDue(Phase phase, EachSecond eachSecond) throws InterruptedException {
        if (clock.nanoTime() >= nextTick) {
            tick(phase, eachSecond);
        }
    }

    private void tick(Phase phase, EachSecond eachSecond) throws InterruptedException {
        eachSecond.onSecond(parts.ticks().tick(phase));
        parts.load().failIfBroken();
        parts.streams().failIfBroken();
        nextTick = parts.ticks().nextDueAfter(nextTick);
    }
}
