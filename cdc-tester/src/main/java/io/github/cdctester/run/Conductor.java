// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.RunInterruptedException;
import io.github.cdctester.RunListener;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.meter.Phase;
import io.github.cdctester.meter.Sample;
import io.github.cdctester.meter.SampleMeters;
import io.github.cdctester.meter.Sampler;
import io.github.cdctester.meter.WriteMeter;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.time.NanoClock;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.Workloads;
import io.github.cdctester.writer.LoadDriver;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes one run from its first connection to its result, in the caller's thread. */
public final class Conductor {

    private static final long SECOND = 1_000_000_000L;
    private static final long POLL_NANOS = 1_000_000;
    private static final long LOOK_NANOS = 20_000_000;

    /** How long a worker may take to finish the transaction that it is in. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);

    /** How long the end of the stream is waited for after somebody has asked for the end of the run. */
    private static final Duration IMPATIENT_DRAIN = Duration.ofSeconds(5);

    private final RunSettings settings;
    private final Plan plan;
    private final RunListener listener;
    private final NanoClock clock = NanoClock.SYSTEM;
    private final Resources resources = new Resources();
    private final RunState state = new RunState();

    private @Nullable StreamSide stream;
    private @Nullable WriteTarget target;
    private @Nullable Workload workload;
    private @Nullable LoadDriver load;
    private @Nullable Sampler sampler;
    private @Nullable SampleMeters meters;
    private @Nullable RunRecorder recorder;
    private @Nullable StreamGoal goal;

    /**
     * Creates a run; nothing happens yet.
     *
     * @param settings what to do
     */
    public Conductor(RunSettings settings) {
        this.settings = settings;
        plan = settings.plan();
        listener = settings.listener();
    }

    /**
     * Runs.
     *
     * @return the result; marked as interrupted where the stop signal ended the run early
     * @throws RunInterruptedException if the run broke while it was measuring; it has the partial result
     * @throws RunFailedException if it could not begin, or the calling thread was interrupted
     */
    public RunResult run() {
        RunFailedException failure = null;
        try {
            setUp();
            try {
                conduct();
            } catch (RunFailedException e) {
                failure = e;
            }
            finish();
        } catch (InterruptedException e) {
            // the flag comes back last: closing must wait for threads and drop tables
            RuntimeException failed = closeAfter(new RunFailedException("interrupted; everything was closed", e));
            Thread.currentThread().interrupt();
            throw failed;
        } catch (RuntimeException e) {
            throw closeAfter(e);
        }
        failure = closeAll(failure);
        RunResult result = new ResultBuilder(plan, state, stream(), sampler(), recorder()).build(failure);
        if (failure != null) {
            throw new RunInterruptedException(failure, result);
        }
        return result;
    }

    private void setUp() throws InterruptedException {
        listener.step("connecting to " + plan.cdcEndpoint().address());
        boolean writes = plan.workload().isPresent();
        stream = resources.add(StreamSide.open(plan.cdcEndpoint(), plan.subscriber(), writes));
        if (writes || stream.needsHeartbeats()) {
            target = resources.add(
                    plan.subscriber().endpoint().isPresent()
                            ? WriteTarget.open(plan.endpoint())
                            : WriteTarget.open(plan.endpoint(), stream.server().tls()));
            target.loginNote().ifPresent(listener::note);
        }
        WriteMeter writeMeter = null;
        int threads = plan.load().threads();
        if (writes && target != null) {
            workload = Workloads.of(plan.workload().get());
            target.checkConnections(threads);
            if (settings.prepare()) {
                listener.step("preparing " + workload.name());
                target.prepare(workload, threads, settings.stop(), listener);
                state.prepared = true;
            }
            state.jdbcDriver = target.check(workload);
            writeMeter = new WriteMeter(workload.transactionKinds(), plan.load() instanceof LoadSpec.OpenLoop);
        }
        // closed before the write target, whose connection the heartbeats use
        resources.add((AutoCloseable) stream::endHeartbeats);
        if (settings.untilPresentEnd()) {
            goal = stream.goal();
            state.endKnownBefore = true;
            startClocks();
        }
        stream.start(target, plan.endpoint().database());
        sampler = new Sampler(writeMeter, threads, stream.meter(), stream::behindBytes);
        recorder = new RunRecorder(stream.delaySource().name());
        meters = settings.registry()
                .map(registry -> new SampleMeters(
                        registry,
                        plan.workload().map(spec -> spec.name()).orElse("none"),
                        plan.cdcEndpoint().address(),
                        writes))
                .orElse(null);
        if (workload != null && target != null && writeMeter != null) {
            listener.step("connecting " + threads + (threads == 1 ? " worker" : " workers"));
            load = resources.add(new LoadDriver(
                    workload, target.openPool(threads), plan.load(), plan.ignoredErrors(), writeMeter, clock));
            load.start();
            failIfBroken();
        }
    }

    private void conduct() throws InterruptedException {
        sampler().start(clock.nanoTime());
        if (load != null && !plan.window().warmUp().isZero()) {
            listener.step("warming up");
            load.open();
            long from = clock.nanoTime();
            runPhase(Phase.WARM_UP, from, from + plan.window().warmUp().toNanos());
            load.pause();
            tick(Phase.WARM_UP);
            failIfBroken();
        }
        openWindow();
        long from = state.openedNanos;
        long measureNanos = plan.window().measure().toNanos();
        listener.step("measuring");
        runPhase(Phase.MEASURE, from, measureNanos == 0 ? Long.MAX_VALUE : from + measureNanos);
        state.interrupted = settings.stop().isRaised();
        endLoad();
        drain();
        state.interrupted = settings.stop().isRaised();
    }

    private void openWindow() {
        if (load != null) {
            stream().openWindowNow();
            sampler().openWindow();
        }
        if (!settings.untilPresentEnd()) {
            startClocks();
        }
        if (load != null) {
            if (plan.window().events() > 0) {
                load.limitTo(plan.window().events());
            }
            load.open();
        }
    }

    private void startClocks() {
        state.startedAt = Instant.now();
        state.usage = TesterUsage.now();
        state.openedNanos = clock.nanoTime();
    }

    /** Takes a sample each second until the time is up, the load has ended, or somebody wants the end. */
    private void runPhase(Phase phase, long fromNanos, long untilNanos) throws InterruptedException {
        long nextTick = fromNanos + SECOND;
        while (true) {
            long now = clock.nanoTime();
            if (now - untilNanos >= 0 && untilNanos != Long.MAX_VALUE
                    || settings.stop().isRaised()) {
                return;
            }
            if (load != null && load.awaitEnd(0) || goal != null && stream().isAt(goal)) {
                return;
            }
            if (now >= nextTick) {
                tick(phase);
                failIfBroken();
                nextTick = nextTickAfter(nextTick);
            } else {
                stream().failIfBroken();
                long left = Math.min(nextTick, untilNanos) - now;
                settings.stop().await(Math.min(left, goal == null ? LOOK_NANOS : POLL_NANOS));
            }
        }
    }

    private long nextTickAfter(long tick) {
        long late = (clock.nanoTime() - tick) / SECOND;
        state.missedTicks += late;
        return tick + (late + 1) * SECOND;
    }

    private void endLoad() throws InterruptedException {
        if (load != null) {
            long stoppedNanos = clock.nanoTime();
            boolean byItself = load.awaitEnd(0);
            boolean ended = load.stop(STOP_PATIENCE);
            if (plan.load() instanceof LoadSpec.OpenLoop) {
                state.scheduled = load.scheduled(stoppedNanos);
                state.notStarted = byItself ? 0L : load.notStarted(stoppedNanos);
            }
            state.closedNanos = clock.nanoTime();
            failIfBroken();
            if (!ended) {
                throw new RunFailedException("a transaction did not end within " + STOP_PATIENCE.toSeconds()
                        + " s after the load was stopped; check "
                        + plan.endpoint().address());
            }
        } else {
            state.closedNanos = clock.nanoTime();
        }
    }

    /** Follows the stream until it has shown all that was committed; the last second of the load ends here. */
    private void drain() throws InterruptedException {
        StreamGoal end = goal == null ? stream().goal() : goal;
        state.end = end.end();
        Duration patience = state.interrupted || load == null
                ? min(IMPATIENT_DRAIN)
                : plan.window().drainTimeout();
        boolean alreadyStopped = settings.stop().isRaised();
        long now = clock.nanoTime();
        long until = now + patience.toNanos();
        long nextTick = now + SECOND;
        Phase phase = Phase.MEASURE;
        while (!stream().isAt(end)) {
            now = clock.nanoTime();
            if (now - until >= 0 || !alreadyStopped && settings.stop().isRaised()) {
                state.behind = true;
                break;
            }
            if (now - nextTick >= 0) {
                tick(phase);
                if (phase == Phase.MEASURE) {
                    listener.step("waiting for the end of the stream");
                    phase = Phase.DRAIN;
                }
                nextTick = nextTickAfter(nextTick);
            }
            stream().failIfBroken();
            Thread.sleep(Duration.ofNanos(POLL_NANOS).toMillis());
        }
        tick(phase);
    }

    private Duration min(Duration other) {
        Duration timeout = plan.window().drainTimeout();
        return timeout.compareTo(other) < 0 ? timeout : other;
    }

    /** Whatever happened, ends the reader and takes what it had counted. */
    private void finish() throws InterruptedException {
        if (load != null) {
            load.stop(Duration.ZERO);
        }
        if (state.closedNanos == 0) {
            state.closedNanos = clock.nanoTime();
            tick(Phase.MEASURE);
        }
        stream().stopReading();
        state.usageAtEnd = TesterUsage.now();
        if (meters != null) {
            meters.close();
        }
    }

    /** Leaves nothing behind; what cannot be removed is a failure, unless there is one already. */
    private @Nullable RunFailedException closeAll(@Nullable RunFailedException failure) {
        try (resources) {
            if (load != null) {
                load.close();
            }
            if (settings.cleanup() && workload != null && target != null) {
                listener.step("cleaning up");
                target.cleanup(workload);
            }
            return failure;
        } catch (RunFailedException e) {
            return failure == null
                    ? new RunFailedException("not everything was removed: " + e.getMessage(), e)
                    : failure;
        }
    }

    private void tick(Phase phase) {
        Sample sample = sampler().tick(phase, clock.nanoTime());
        recorder().add(sample);
        if (meters != null) {
            meters.publish(sample);
        }
        listener.sample(sample);
    }

    private void failIfBroken() {
        Optional<Exception> failure = load == null ? Optional.empty() : load.failure();
        if (failure.isPresent()) {
            Exception e = failure.get();
            throw new RunFailedException("writing to " + plan.endpoint().address() + " failed: " + e.getMessage(), e);
        }
        stream().failIfBroken();
    }

    private RuntimeException closeAfter(RuntimeException failure) {
        try {
            if (state.prepared && settings.cleanup() && workload != null && target != null) {
                target.cleanup(workload);
            }
            resources.close();
        } catch (RunFailedException e) {
            failure.addSuppressed(e);
        }
        return failure;
    }

    private StreamSide stream() {
        return started(stream);
    }

    private Sampler sampler() {
        return started(sampler);
    }

    private RunRecorder recorder() {
        return started(recorder);
    }

    private static <T> T started(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the run has not started");
        }
        return part;
    }
}
