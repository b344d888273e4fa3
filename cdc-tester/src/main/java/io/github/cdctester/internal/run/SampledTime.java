// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.Goal.GoalPoll;
import io.github.cdctester.stop.StopSignal;

/**
 * Lets the time of a run pass: with a sample each second, with loads that begin and end at their moments, and until something
 * breaks. For the conductor's thread.
 */
final class SampledTime {

    /** An end of an interval other than its time. */
    @FunctionalInterface
    interface End {
        boolean isThere() throws InterruptedException;
    }

    @FunctionalInterface
    interface EachSecond {
        void passed(Sample second) throws InterruptedException;
    }

    /** The condition is the only end. */
    static final long OPEN = Long.MAX_VALUE;

    private static final long LOOK_NANOS = 20_000_000;

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

    /** The seconds count from here. */
    void startSeconds(long beganNanos) {
        fromNanos = beganNanos;
        nextTick = SampleTicker.first(beganNanos);
    }

    void pass(Phase phase, long untilNanos, End end) throws InterruptedException {
        pass(phase, untilNanos, end, second -> {});
    }

    void pass(Phase phase, long untilNanos, End end, EachSecond eachSecond) throws InterruptedException {
        GoalPoll poll = new GoalPoll(fromNanos);
        Goal goal = parts.goal();
        while (true) {
            long now = clock.nanoTime();
            long next = parts.load().advance(now);
            if (now - untilNanos >= 0 && untilNanos != OPEN || stop.isRaised() || end.isThere()) {
                return;
            }
            if (now >= nextTick) {
                tick(phase, eachSecond);
            } else {
                parts.streams().failIfBroken();
                parts.consumers().judge().ifPresent(ConsumerJudge::look);
                parts.judge().look();
                long left = Math.min(Math.min(nextTick, untilNanos) - now, next);
                clock.await(stop, Math.min(left, goal == null ? LOOK_NANOS : poll.nanos(now, goal.bytesLeft())));
            }
        }
    }

    /** Returns when the present second is over, before its sample is taken, or when a stop is requested. */
    void passSecond(Phase phase) throws InterruptedException {
        pass(phase, nextTick, () -> false);
    }

    /** Takes the sample that is due, if one is. */
    void tickIfDue(Phase phase, EachSecond eachSecond) throws InterruptedException {
        if (clock.nanoTime() >= nextTick) {
            tick(phase, eachSecond);
        }
    }

    private void tick(Phase phase, EachSecond eachSecond) throws InterruptedException {
        eachSecond.passed(parts.ticks().tick(phase));
        parts.load().failIfBroken();
        parts.streams().failIfBroken();
        nextTick = parts.ticks().after(nextTick);
    }
}
