// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.outcome.RunConsumers;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.GoalPoll;
import io.github.cdctester.internal.run.stream.RunStream;
import org.jspecify.annotations.Nullable;

/**
 * Lets the time of a run pass: with a sample each second, with loads that begin and end at their moments, and until something
 * breaks. For the conductor's thread.
 */
final class SampledTime {

    /** What else ends a stretch of time than that it is over. */
    @FunctionalInterface
    interface End {
        boolean isThere() throws InterruptedException;
    }

    /** Is told what happened each second. */
    @FunctionalInterface
    interface EachSecond {
        void passed(Sample second) throws InterruptedException;
    }

    /** There is no other end than the one that is waited for. */
    static final long OPEN = Long.MAX_VALUE;

    private static final long LOOK_NANOS = 20_000_000;

    private final RunStream streams;
    private final RunLoad load;
    private final RunConsumers consumers;
    private final SampleTicker ticks;
    private final @Nullable Goal goal;
    private final StopSignal stop;
    private final RunClock clock;
    private long fromNanos;
    private long nextTick;

    SampledTime(RunParts parts, StopSignal stop, RunClock clock) {
        streams = parts.streams();
        load = parts.load();
        consumers = parts.consumers();
        ticks = parts.ticks();
        goal = parts.goal();
        this.stop = stop;
        this.clock = clock;
    }

    /** The seconds count from here. */
    void startSeconds(long beganNanos) {
        fromNanos = beganNanos;
        nextTick = SampleTicker.first(beganNanos);
    }

    /** Returns when the time is up, the end is there, or somebody wants the end of the run. */
    void pass(Phase phase, long untilNanos, End end) throws InterruptedException {
        pass(phase, untilNanos, end, second -> {});
    }

    void pass(Phase phase, long untilNanos, End end, EachSecond eachSecond) throws InterruptedException {
        GoalPoll poll = new GoalPoll(fromNanos);
        while (true) {
            long now = clock.nanoTime();
            long next = load.advance(now);
            if (now - untilNanos >= 0 && untilNanos != OPEN || stop.isRaised()) {
                return;
            }
            if (end.isThere()) {
                return;
            }
            if (now >= nextTick) {
                tick(phase, eachSecond);
            } else {
                streams.failIfBroken();
                consumers.look();
                long left = Math.min(Math.min(nextTick, untilNanos) - now, next);
                clock.await(stop, Math.min(left, goal == null ? LOOK_NANOS : poll.nanos(now, goal.bytesLeft())));
            }
        }
    }

    /** Returns when the second that is under way is over, with its sample still to be taken, or somebody wants the end of the run. */
    void passSecond(Phase phase) throws InterruptedException {
        pass(phase, nextTick, () -> false);
    }

    /** Takes the sample that is due, if one is. */
    void tickIfDue(Phase phase) throws InterruptedException {
        tickIfDue(phase, second -> {});
    }

    void tickIfDue(Phase phase, EachSecond eachSecond) throws InterruptedException {
        if (clock.nanoTime() >= nextTick) {
            tick(phase, eachSecond);
        }
    }

    private void tick(Phase phase, EachSecond eachSecond) throws InterruptedException {
        eachSecond.passed(ticks.tick(phase));
        load.failIfBroken();
        streams.failIfBroken();
        nextTick = ticks.after(nextTick);
    }
}
