// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.internal.inject.RunFaults;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.run.load.RunLoad;
import io.github.cdctester.internal.run.outcome.RunConsumers;
import io.github.cdctester.internal.run.outcome.RunJudge;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.internal.run.stream.CatchUp;
import io.github.cdctester.internal.run.stream.Goal;
import io.github.cdctester.internal.run.stream.GoalPoll;
import io.github.cdctester.internal.run.stream.RunStream;
import io.github.cdctester.run.RunListener;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What happens while a run measures: the warm-up, the window, the drain; with a sample each second. */
final class Measurement {

    /** A replica that applies in parallel may show a heartbeat before commits that were made earlier. */
    private static final Duration STRAGGLERS = Duration.ofSeconds(5);

    /** How long the end of the stream is waited for after somebody has asked for the end of the run. */
    private static final Duration IMPATIENT_DRAIN = Duration.ofSeconds(5);

    private static final long CONSUMERS_LOOK_NANOS = 20_000_000;

    private final RunSettings settings;
    private final Plan plan;
    private final RunListener listener;
    private final RunState state;
    private final boolean writes;
    private final RunStream streams;
    private final RunJudge judge;
    private final RunLoad load;
    private final RunConsumers consumers;
    private final SampleTicker ticks;
    private final @Nullable Goal goal;
    private final RunFaults faults;
    private final RunClock clock;
    private final SampledTime time;
    private final PhaseTimeline phases;

    Measurement(RunSettings settings, RunState state, RunParts parts, RunClock clock) {
        this.settings = settings;
        plan = settings.plan();
        listener = settings.listener();
        this.state = state;
        this.clock = clock;
        writes = plan.writes();
        streams = parts.streams();
        judge = parts.judge();
        load = parts.load();
        consumers = parts.consumers();
        ticks = parts.ticks();
        goal = parts.goal();
        faults = parts.faults();
        time = new SampledTime(parts, settings.stop(), clock);
        phases = new PhaseTimeline(settings, state, parts, time, clock);
    }

    /** Measures, in the caller's thread. */
    void run() throws InterruptedException {
        ticks.start();
        if (writes && !plan.window().warmUp().isZero()) {
            listener.step("warming up");
            load.warmUp();
            long from = clock.nanoTime();
            time.startSeconds(from);
            time.pass(Phase.WARM_UP, from + plan.window().warmUp().toNanos(), this::isWarm);
            load.pause();
            ticks.tick(Phase.WARM_UP);
            failIfBroken();
        }
        openWindow();
        time.startSeconds(state.openedNanos);
        faults.begin(state.openedNanos);
        if (settings.phases().isEmpty()) {
            measure();
        } else {
            phases.run();
        }
        faults.end(); // what is written last has a server, and what drains a stream
        state.interrupted = settings.stop().isRaised();
        endLoad();
        drain();
        state.interrupted = settings.stop().isRaised();
    }

    private boolean isWarm() throws InterruptedException {
        return load.hasEnded()
                || settings.warmedUp().filter(WaitCondition::isMet).isPresent();
    }

    private void openWindow() throws InterruptedException {
        if (writes) {
            judge.windowOpens();
            consumers.windowOpens();
            streams.openWindow(new CatchUp(listener, settings.stop()));
            ticks.sampler().openWindow();
        }
        if (!writes) {
            consumers.windowOpens();
        }
        if (!settings.untilPresentEnd()) {
            state.open(clock.nanoTime() + load.leadNanos());
        }
        if (settings.phases().isEmpty()) {
            load.openWindow(state.openedNanos);
        }
    }

    private void measure() throws InterruptedException {
        long measureNanos = plan.window().measure().toNanos();
        listener.step("measuring");
        time.pass(Phase.MEASURE, measureNanos == 0 ? SampledTime.OPEN : state.openedNanos + measureNanos, this::isOver);
        if (load.finishBackground()) {
            listener.step("waiting for the background's last transaction");
            time.startSeconds(clock.nanoTime());
            time.pass(Phase.MEASURE, SampledTime.OPEN, load::hasBackgroundEnded);
        }
    }

    private boolean isOver() throws InterruptedException {
        return load.hasEnded()
                || goal != null && goal.isReached()
                || settings.measured().filter(WaitCondition::isMet).isPresent();
    }

    private void endLoad() throws InterruptedException {
        try {
            load.end();
        } finally {
            state.closedNanos = clock.nanoTime();
        }
        ticks.sampler().closeWindow();
        consumers.windowCloses();
        failIfBroken();
    }

    /** Follows the streams until they have shown all that was committed; the last second of the load ends here. */
    private void drain() throws InterruptedException {
        Duration patience = state.interrupted || !writes
                ? min(IMPATIENT_DRAIN)
                : plan.window().drainTimeout();
        // a signal that is raised already would not let anybody wait
        StopSignal stop = settings.stop().isRaised() ? new StopSignal() : settings.stop();
        Goal end = goal == null ? goalWithin(max(patience), stop) : goal;
        long now = clock.nanoTime();
        GoalPoll poll = new GoalPoll(now);
        long until = now + patience.toNanos();
        long nextTick = SampleTicker.first(now);
        Phase phase = Phase.MEASURE;
        while (!end.isReached()) {
            now = clock.nanoTime();
            if (now - until >= 0 || stop.isRaised()) {
                state.behind = end.missing();
                break;
            }
            if (now - nextTick >= 0) {
                ticks.tick(phase);
                if (phase == Phase.MEASURE) {
                    listener.step("waiting for the end of the stream");
                    phase = Phase.DRAIN;
                }
                nextTick = ticks.after(nextTick);
            }
            streams.failIfBroken();
            clock.await(stop, poll.nanos(now, end.bytesLeft()));
        }
        awaitStragglers(stop);
        awaitConsumers(until, phase, stop);
    }

    /** They have as long as the streams; whoever has not shown everything then is behind. */
    private void awaitConsumers(long until, Phase phase, StopSignal stop) throws InterruptedException {
        boolean told = false;
        long nextTick = SampleTicker.first(clock.nanoTime());
        while (consumers.isAwaited() && clock.nanoTime() - until < 0 && !stop.isRaised()) {
            if (!told) {
                listener.step("waiting for the consumers");
                told = true;
            }
            if (clock.nanoTime() - nextTick >= 0) {
                ticks.tick(Phase.DRAIN);
                nextTick = ticks.after(nextTick);
            }
            streams.failIfBroken();
            consumers.look();
            clock.await(stop, CONSUMERS_LOOK_NANOS);
        }
        consumers.endWait(!stop.isRaised());
        ticks.tick(told ? Phase.DRAIN : phase);
    }

    private Goal goalWithin(Duration patience, StopSignal stop) {
        streams.hurry(patience, stop);
        return streams.goal(patience);
    }

    /** Even who does not wait for the stream must be told where it should be. */
    private static Duration max(Duration patience) {
        return patience.compareTo(IMPATIENT_DRAIN) > 0 ? patience : IMPATIENT_DRAIN;
    }

    /** Before anything is called lost. */
    private void awaitStragglers(StopSignal stop) throws InterruptedException {
        long from = clock.nanoTime();
        long patience = min(STRAGGLERS).toNanos();
        GoalPoll poll = new GoalPoll(from);
        long now = from;
        while (state.behind.isEmpty() && judge.expectsStragglers() && now - from < patience && !stop.isRaised()) {
            streams.failIfBroken();
            clock.await(stop, poll.nanos(now, Goal.UNKNOWN));
            now = clock.nanoTime();
        }
    }

    private Duration min(Duration other) {
        Duration timeout = plan.window().drainTimeout();
        return timeout.compareTo(other) < 0 ? timeout : other;
    }

    private void failIfBroken() {
        load.failIfBroken();
        streams.failIfBroken();
    }
}
