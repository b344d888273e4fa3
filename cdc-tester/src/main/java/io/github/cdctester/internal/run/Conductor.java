// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.meter.LoadSampler;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.SampleMeters;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.run.heartbeat.HeartbeatWriter;
import io.github.cdctester.internal.run.load.ConsistencyCheck;
import io.github.cdctester.internal.run.load.TableCare;
import io.github.cdctester.internal.run.load.WriteSide;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.run.outcome.ResultBuilder;
import io.github.cdctester.internal.run.outcome.RunRecorder;
import io.github.cdctester.internal.run.outcome.RunReplay;
import io.github.cdctester.internal.run.outcome.TesterUsage;
import io.github.cdctester.internal.run.outcome.Verifier;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.RunGoal;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.HeldInterrupt;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes one run from its first connection to its result, in the caller's thread. */
public final class Conductor {

    private final RunSettings settings;
    private final Plan plan;
    private final RunListener listener;
    private final NanoClock clock = NanoClock.SYSTEM;
    private final Resources resources = new Resources();
    private final RunState state = new RunState();

    private @Nullable StreamSide streams;
    private @Nullable Verifier verifier;
    private @Nullable WriteSide writer;
    private @Nullable RunReplay replay;
    private @Nullable Ticks ticks;
    private @Nullable RunGoal goal;

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
                new Measurement(settings, state, streams(), started(verifier), writer, ticks(), goal).run();
            } catch (RunFailedException e) {
                failure = e;
            }
            finish();
            if (failure == null && !state.interrupted) {
                failure = checkAfterRun();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw closeAfter(new RunFailedException("the run was interrupted", e));
        } catch (RuntimeException e) {
            throw closeAfter(e);
        }
        failure = closeAll(failure);
        RunResult result = new ResultBuilder(
                        plan,
                        settings.limits(),
                        state.course(),
                        streams(),
                        started(verifier),
                        writer,
                        ticks().outcome())
                .build(failure);
        if (failure != null) {
            throw new RunInterruptedException(failure, result);
        }
        return result;
    }

    private void setUp() throws InterruptedException {
        if (settings.checkConsistency() && plan.workload().isPresent()) {
            ConsistencyCheck.of(Workloads.of(plan.workload().get()));
        }
        StreamSide side = openStreams();
        Verifier checks = new Verifier(plan, side);
        verifier = checks;
        checks.refuseWithoutGtids();
        WriteTarget target = plan.workload().isPresent() || side.needsHeartbeats() ? openTarget(side) : null;
        if (plan.workload().isPresent() && target != null) {
            writer = new WriteSide(
                    plan,
                    new TableCare(
                            settings.prepare(),
                            settings.cleanup(),
                            settings.dropForeign(),
                            settings.checkConsistency()),
                    Verifier.comparesRows(plan),
                    target,
                    listener,
                    settings.stop(),
                    clock);
            writer.makeReady(side.countAt(plan.endpoint()));
            if (plan.replay()) {
                replay = RunReplay.of(listener, target, writer, side.streams().get(0));
                checks.replayWith(replay);
            }
        }
        if (settings.untilPresentEnd()) {
            goal = side.goal(HeartbeatWriter.PATIENCE);
            state.endKnownBefore = true;
            state.open(clock.nanoTime());
        }
        side.start(target == null || !side.needsHeartbeats() ? null : heartbeats(side, target));
        ticks = ticksOf(side);
        if (writer != null) {
            writer.connect(checks.tracking(), checks::refuseWithoutTracking);
            writer.failIfBroken();
            side.failIfBroken();
        }
    }

    private StreamSide openStreams() {
        int more = plan.streams().size() - 1;
        listener.step("connecting to " + plan.cdcEndpoint().address()
                + (more == 0 ? "" : " and " + more + " more stream" + (more == 1 ? "" : "s")));
        streams = resources.add(StreamSide.open(plan, settings.untilPresentEnd()));
        return streams;
    }

    private WriteTarget openTarget(StreamSide side) {
        Boolean tls = side.tlsOf(plan.endpoint());
        WriteTarget target =
                resources.add(tls == null ? WriteTarget.open(plan.endpoint()) : WriteTarget.open(plan.endpoint(), tls));
        target.loginNote().ifPresent(listener::note);
        return target;
    }

    /** Closed before the write target, whose connection they use. */
    private HeartbeatWriter heartbeats(StreamSide side, WriteTarget target) {
        return resources.add(HeartbeatWriter.create(
                target.sidePool(),
                target.address(),
                side.streams().get(0).server().info(),
                plan.endpoint().database(),
                EpochMicrosClock.SYSTEM,
                plan.subscriber().heartbeatInterval()));
    }

    private Ticks ticksOf(StreamSide side) {
        Sampler sampler = new Sampler(
                writer == null ? List.of() : writer.metered(),
                side.streams().stream().map(FollowedStream::metered).toList());
        SampleMeters meters = settings.registry()
                .map(registry -> new SampleMeters(
                        registry,
                        sampler.loads().stream().map(LoadSampler::workload).toList(),
                        plan.streams().stream().map(StreamSpec::name).toList()))
                .orElse(null);
        return new Ticks(
                sampler,
                new RunRecorder(side.delays().main().name(), side.streams().size()),
                meters,
                listener,
                clock);
    }

    /** Whatever happened, ends the readers and takes what they had counted. */
    private void finish() throws InterruptedException {
        if (writer != null) {
            writer.abandon();
        }
        if (state.closedNanos == 0) {
            state.closedNanos = clock.nanoTime();
            ticks().tick(Phase.MEASURE);
        }
        streams().stopReading();
        state.usageAtEnd = TesterUsage.now();
        ticks().end();
    }

    private @Nullable RunFailedException checkAfterRun() {
        try {
            if (replay != null && state.behind.isEmpty()) {
                replay.compare();
            }
            if (writer != null) {
                writer.checkAfterRun();
            }
            return null;
        } catch (RunFailedException e) {
            return e;
        }
    }

    /** Leaves nothing behind; what cannot be removed is a failure, unless there is one already. */
    private @Nullable RunFailedException closeAll(@Nullable RunFailedException failure) {
        WriteSide side = writer;
        boolean failed = failure != null;
        RunFailedException first = failure;
        try (HeldInterrupt held = HeldInterrupt.hold()) {
            for (RunFailedException left : leftBy(side == null ? List.of() : List.of(() -> side.close(failed)))) {
                if (first == null) {
                    first = left;
                } else {
                    first.addSuppressed(left);
                }
            }
        }
        return first;
    }

    /** The thread's interruption comes back last: closing must wait for threads, and drop tables. */
    private RuntimeException closeAfter(RuntimeException failure) {
        WriteSide side = writer;
        try (HeldInterrupt held = HeldInterrupt.hold()) {
            leftBy(side == null ? List.of() : List.of(side::closeAfterFailure)).forEach(failure::addSuppressed);
        }
        return failure;
    }

    /** Closes everything, whatever fails meanwhile; tells what could not be removed. */
    private List<RunFailedException> leftBy(List<Runnable> endOfWriter) {
        List<Runnable> parts = new ArrayList<>(endOfWriter);
        parts.add(resources::close);
        List<RunFailedException> left = new ArrayList<>();
        RuntimeException ofListener = null;
        for (Runnable part : parts) {
            try {
                part.run();
            } catch (RunFailedException e) {
                left.add(new NotRemovedException(e));
                for (Throwable another : e.getSuppressed()) {
                    if (another instanceof RunFailedException one) {
                        left.add(new NotRemovedException(one));
                    }
                }
            } catch (RuntimeException e) {
                ofListener = e;
            }
        }
        if (ofListener != null) {
            throw ofListener;
        }
        return left;
    }

    private StreamSide streams() {
        return started(streams);
    }

    private Ticks ticks() {
        return started(ticks);
    }

    private static <T> T started(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the run has not started");
        }
        return part;
    }
}
