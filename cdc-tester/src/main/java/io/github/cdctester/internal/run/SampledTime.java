// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.Goal.GoalPoll;
import io.github.cdctester.stop.StopSignal;
import java.util.function.Consumer;

/** Waits in the run's thread. Meanwhile, takes samples, starts and stops loads, and throws if a component has failed. */
final class SampledTime {

    @FunctionalInterface
    interface EndCondition {
        boolean isMet() throws InterruptedException;
    }

    /** Only the condition or a stop request ends the wait. */
    static final long NO_LIMIT = Long.MAX_VALUE;

    private static final long POLL_NANOS = 20_000_000;

    private final RunComponents components;
    private final StopSignal stop;
    private final RunClock clock;
    private long fromNanos;
    private long nextTickNanos;

    SampledTime(RunComponents components, StopSignal stop, RunClock clock) {
        this.components = components;
        this.stop = stop;
        this.clock = clock;
    }

    void startSeconds(long startNanos) {
        fromNanos = startNanos;
        nextTickNanos = SampleTicker.firstDue(startNanos);
    }

    void awaitEnd(Phase phase, long untilNanos, EndCondition endCondition) throws InterruptedException {
        awaitEnd(phase, untilNanos, endCondition, second -> {});
    }

    void awaitEnd(Phase phase, long untilNanos, EndCondition endCondition, Consumer<Sample> eachSecond)
            throws InterruptedException {
        GoalPoll poll = new GoalPoll(fromNanos);
        Goal goal = components.goal();
        while (true) {
            long nowNanos = clock.nanoTime();
            long nanosToAdvance = components.load().advance(nowNanos);
            if (nowNanos - untilNanos >= 0 && untilNanos != NO_LIMIT || stop.isRaised() || endCondition.isMet()) {
                return;
            }
            if (nowNanos >= nextTickNanos) {
                tick(phase, eachSecond);
            } else {
                components.streams().failIfBroken();
                components.consumers().judge().ifPresent(ConsumerJudge::takeReports);
                components.judge().processQueue();
                long waitNanos = Math.min(Math.min(nextTickNanos, untilNanos) - nowNanos, nanosToAdvance);
                clock.await(
                        stop,
                        Math.min(
                                waitNanos,
                                goal == null ? POLL_NANOS : poll.nanosToNextCheck(nowNanos, goal.bytesLeft())));
            }
        }
    }

    /** Returns early after a stop request. Takes no sample at the end. */
    void awaitFullSecond(Phase phase) throws InterruptedException {
        awaitEnd(phase, nextTickNanos, () -> false);
    }

    void tickIfDue(Phase phase, Consumer<Sample> eachSecond) {
        if (clock.nanoTime() >= nextTickNanos) {
            tick(phase, eachSecond);
        }
    }

    private void tick(Phase phase, Consumer<Sample> eachSecond) {
        eachSecond.accept(components.ticker().tick(phase));
        components.load().failIfBroken();
        components.streams().failIfBroken();
        nextTickNanos = components.ticker().nextDueAfter(nextTickNanos);
    }
}
