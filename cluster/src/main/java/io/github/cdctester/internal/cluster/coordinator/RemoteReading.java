// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.connection.ConnectorUse;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.cluster.message.CommitBuffer;
import io.github.cdctester.internal.cluster.message.Commits;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.RemoteStreamMeter;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.time.ClockOffset;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The coordinator's view of a stream that a node follows. */
final class RemoteReading extends RemoteTask implements StreamReading, Subscription, StreamCheck {

    final RemoteNode node;
    final StreamSpec stream;
    private final RequestedMeasurements measurements;
    private final RemoteStreamMeter meter = new RemoteStreamMeter();
    private final boolean isVerified;

    /** Commits of the warm-up are sent before the measured writes start, so that the node does not expect them in the stream. */
    private final CommitBuffer commits = new CommitBuffer(null);

    private final Object sendLock = new Object();
    private @Nullable FollowedServer server;
    private @Nullable ClockOffset clockOffset;

    /** Estimate that the node subtracts from its clock. Its error is larger than the error of the node's own comparison. */
    private long clockAheadMicros;

    private State readerState = new State(false, 0, -1, List.of(), 0, 0, "", ConnectorUse.NONE);
    private long pending;
    private Message.@Nullable StreamEnded endMessage;
    private boolean isWindowOpen;
    private long lastPollNumber;
    private long lastAnswerNumber;
    private long lastMessageNanos;

    RemoteReading(
            Coordinator coordinator,
            RemoteNode node,
            StreamSpec stream,
            RequestedMeasurements measurements,
            boolean isVerified) {
        super(coordinator, "no longer follows the stream");
        this.node = node;
        this.stream = stream;
        this.measurements = measurements;
        this.isVerified = isVerified;
    }

    @Override
    public StreamMeter meter() {
        return meter;
    }

    @Override
    public Optional<StreamCheck> check() {
        return isVerified ? Optional.of(this) : Optional.empty();
    }

    @Override
    public Subscription start(StreamSettings settings, @Nullable String excludedGtids, StartWatch watch) {
        synchronized (this) {
            clockAheadMicros = node.clock.epochAheadMicros();
        }
        requests.put(
                node,
                new Message.Follow(
                        number,
                        SharedPlan.of(coordinator.plan, settings.endpoint()),
                        stream.name(),
                        settings.server(),
                        clockAheadMicros,
                        settings.from(),
                        settings.read(),
                        excludedGtids,
                        measurements,
                        isVerified));
        begin();
        await("follow " + stream.name(), CONNECT_TIMEOUT, () -> clockOffset != null);
        // this process measured this clock offset; callers compare it with their own queries
        server = new FollowedServer(settings.endpoint(), settings.server(), settings.clockOffset(), 0);
        return this;
    }

    @Override
    void handle(RemoteNode from, Message.TaskMessage message) {
        if (message instanceof Message.Following following) {
            clockOffset = following.uncertaintyMicros() < 0
                    ? ClockOffset.UNKNOWN
                    : new ClockOffset(following.offsetMicros() - clockAheadMicros, following.uncertaintyMicros());
            lastMessageNanos = coordinator.clock.nanoTime();
        } else if (message instanceof Message.StreamProgress progress) {
            take(progress.update());
            lastAnswerNumber = Math.max(lastAnswerNumber, progress.number());
        } else if (message instanceof Message.WindowOpened) {
            isWindowOpen = true;
        } else if (message instanceof Message.StreamEnded end) {
            take(end.last());
            meter.setFinalValues(end.rows(), end.payloads());
            node.meter.stop(this);
            endMessage = end;
        }
    }

    private void take(Message.StreamUpdate update) {
        meter.add(update.report());
        readerState = update.reader();
        pending = update.pending();
        lastMessageNanos = coordinator.clock.nanoTime();
    }

    /** Called in the thread of {@link FailureDetector}. */
    void poll() {
        synchronized (this) {
            if (clockOffset == null || endMessage != null) {
                return;
            }
        }
        sendCommits();
        requestProgress();
    }

    private synchronized long requestProgress() {
        coordinator.send(node, new Message.PollStream(number, ++lastPollNumber));
        return lastPollNumber;
    }

    @Override
    synchronized List<RemoteNode> silentSince(long nanos) {
        boolean follows = clockOffset != null && endMessage == null && !isBroken() && node.isAlive();
        return follows && lastMessageNanos - nanos < 0 ? List.of(node) : List.of();
    }

    @Override
    public synchronized FollowedServer followed() {
        return Objects.requireNonNull(server);
    }

    @Override
    @Nullable
    public synchronized ClockOffset clockOffset() {
        return clockOffset;
    }

    @Override
    public void openWindowAt(WindowMark mark) {
        synchronized (this) {
            isWindowOpen = false;
        }
        coordinator.send(node, new Message.OpenWindow(number, mark));
        await("begin the measured part of " + stream.name(), END_TIMEOUT, () -> isWindowOpen);
        node.meter.startStream(this);
    }

    @Override
    public void offerLogEnd(LogEnd end, FollowedServer server) {
        coordinator.send(node, new Message.LogEnds(number, end));
    }

    @Override
    public Runnable requestReport(Duration timeout) {
        sendCommits(); // the report counts them as the run's own
        long poll = requestProgress();
        long requestedNanos = coordinator.clock.nanoTime();
        return () -> awaitReport(poll, timeout.minusNanos(coordinator.clock.nanoTime() - requestedNanos));
    }

    /** After a failure or an interrupt, the last report is used. */
    private void awaitReport(long poll, Duration timeout) {
        try {
            await(timeout, () -> lastAnswerNumber >= poll || endMessage != null || !node.isAlive() || isBroken());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void failIfBroken() {
        node.failIfLost();
        super.failIfBroken();
    }

    @Override
    public synchronized State state() {
        return node.isAlive() ? readerState : readerState.disconnected();
    }

    @Override
    public void acknowledged(long high, long low, String tag, long commit) {
        commits.onCommit(high, low, tag, commit);
    }

    private void sendCommits() {
        synchronized (sendLock) {
            List<Commits> newCommits = commits.drain();
            if (!newCommits.isEmpty()) {
                coordinator.send(node, new Message.Committed(number, newCommits));
            }
        }
    }

    @Override
    public void writeWindowOpens() {
        synchronized (sendLock) {
            sendCommits();
            coordinator.send(node, new Message.WriteWindow(number));
        }
    }

    @Override
    public synchronized long pending() {
        return pending;
    }

    /** Empty before the reader has ended. Also empty if the node was lost; then the run fails. */
    @Override
    public synchronized StreamFindings findings() {
        return endMessage == null ? StreamFindings.NOTHING : endMessage.findings();
    }

    @Override
    public void close() {
        sendCommits();
        if (!end(END_TIMEOUT).isEmpty() && !isBroken()) {
            throw new RunFailedException("worker " + node.address + " did not end reading " + stream.name() + " within "
                    + END_TIMEOUT.toSeconds() + " s");
        }
    }

    private void await(String request, Duration timeout, BooleanSupplier done) {
        boolean isDone = awaitOrFailed(timeout, done);
        failIfBroken();
        if (!isDone) {
            throw new RunFailedException(
                    "worker " + node.address + " did not " + request + " within " + timeout.toSeconds() + " s");
        }
    }

    /** Returns false on timeout, true if the condition holds or the stream has failed. */
    private boolean awaitOrFailed(Duration timeout, BooleanSupplier done) {
        try {
            return await(timeout, () -> done.getAsBoolean() || !node.isAlive() || isBroken());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while waiting for a worker node", e);
        }
    }
}
