// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscription;
import io.github.cdctester.internal.binlog.WindowMark;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.cluster.message.CommitBuffer;
import io.github.cdctester.internal.cluster.message.GtidBatch;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Committed;
import io.github.cdctester.internal.cluster.message.Message.EndStream;
import io.github.cdctester.internal.cluster.message.Message.Follow;
import io.github.cdctester.internal.cluster.message.Message.Following;
import io.github.cdctester.internal.cluster.message.Message.LogEnds;
import io.github.cdctester.internal.cluster.message.Message.OpenWindow;
import io.github.cdctester.internal.cluster.message.Message.PollStream;
import io.github.cdctester.internal.cluster.message.Message.SetReading;
import io.github.cdctester.internal.cluster.message.Message.StreamEnded;
import io.github.cdctester.internal.cluster.message.Message.StreamFailed;
import io.github.cdctester.internal.cluster.message.Message.StreamProgress;
import io.github.cdctester.internal.cluster.message.Message.StreamUpdate;
import io.github.cdctester.internal.cluster.message.Message.WindowOpened;
import io.github.cdctester.internal.cluster.message.Message.WriteWindow;
import io.github.cdctester.internal.cluster.message.SharedPlan;
import io.github.cdctester.internal.cluster.message.StreamAssignment;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.RemoteStreamMeter;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.run.stream.DelayChoice;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.DeferredInterrupt;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A stream that a node follows, with its meter and findings here. */
final class RemoteReading implements StreamReading, Subscription, StreamCheck {

    /** The node gives up a server that does not answer earlier than this. */
    private static final Duration CONNECTING = Duration.ofMinutes(2);

    /** As long as the node may take to give up a connection, and a message more. */
    private static final Duration LEAVING = Duration.ofSeconds(25);

    /** Progress is at most a fifth of a second old anyway. */
    private static final Duration RENEWING = Duration.ofMillis(200);

    private final Coordinator coordinator;
    private final RemoteNode node;
    private final int number;
    private final StreamSpec stream;
    private final Wanted wanted;
    private final RemoteStreamMeter meter = new RemoteStreamMeter();
    private final boolean verified;

    /** Commits that are sent together. No other message may come between them and the start of a window. */
    private final CommitBuffer commits = new CommitBuffer();

    private final Object sending = new Object();
    private @Nullable FollowedServer server;
    private @Nullable ClockOffset clock;
    private StreamUpdate.Reader reader = new StreamUpdate.Reader(false, 0, -1, 0, null);
    private List<StreamGap> gaps = List.of();
    private @Nullable String broke;
    private @Nullable StreamEnded ended;
    private boolean opened;
    private long polled;
    private long answered;
    private long heardNanos;

    RemoteReading(
            Coordinator coordinator, RemoteNode node, int number, StreamSpec stream, Wanted wanted, boolean verified) {
        this.coordinator = coordinator;
        this.node = node;
        this.number = number;
        this.stream = stream;
        this.wanted = wanted;
        this.verified = verified;
    }

    @Override
    public StreamMeter meter() {
        return meter;
    }

    @Override
    public Optional<StreamCheck> check() {
        return verified ? Optional.of(this) : Optional.empty();
    }

    @Override
    public <R extends TransactionWatch & RowChangeSink> void showRowsTo(R rows) {
        throw new RunFailedException("rows cannot be replayed of a stream that a worker node follows");
    }

    @Override
    public void watchWith(TransactionWatch watch) {
        throw new RunFailedException("consumers cannot be judged by a stream that a worker node follows");
    }

    @Override
    public Subscription start(StreamSettings settings, @Nullable String leftOut) {
        StreamAssignment assignment = new StreamAssignment(
                SharedPlan.of(coordinator.plan(), settings.endpoint()),
                stream.name(),
                settings.server(),
                node.epochAheadMicros(),
                settings.from(),
                settings.read(),
                leftOut,
                new Wanted(
                        new DelayChoice(wanted.delays().main(), wanted.delays().sideBySide(), List.of()),
                        wanted.mariaDb(),
                        wanted.writes(),
                        wanted.largeFromBytes()),
                verified);
        coordinator.send(node, new Follow(number, assignment));
        await("to follow " + stream.name(), CONNECTING, () -> clock != null);
        // with the offset that this process measured: others compare it with its own queries
        server = new FollowedServer(settings.endpoint(), settings.server(), settings.clockOffset(), 0);
        return this;
    }

    /** From the node; for the transport's threads. */
    synchronized void received(Message message) {
        if (message instanceof Following following) {
            clock = new ClockOffset(following.offsetMicros(), following.uncertaintyMicros());
            heardNanos = coordinator.clock().nanoTime();
        } else if (message instanceof StreamProgress answer) {
            take(answer.update());
            answered = Math.max(answered, answer.number());
        } else if (message instanceof WindowOpened) {
            opened = true;
        } else if (message instanceof StreamEnded end) {
            take(end.last());
            meter.ended(end.rows(), end.payloads());
            node.meter.stopped(this);
            ended = end;
        } else if (message instanceof StreamFailed why) {
            broke = why.why();
        }
        notifyAll();
    }

    private void take(StreamUpdate update) {
        meter.add(update.report());
        reader = update.reader();
        if (reader.gaps() != null) {
            gaps = reader.gaps();
        }
        heardNanos = coordinator.clock().nanoTime();
    }

    /** Asks for progress, and sends new commits; for the thread of {@link FailureDetector}. */
    void poll() {
        synchronized (this) {
            if (clock == null || ended != null) {
                return;
            }
        }
        flush();
        coordinator.send(node, new PollStream(number, nextPoll()));
    }

    private synchronized long nextPoll() {
        return ++polled;
    }

    RemoteNode node() {
        return node;
    }

    String streamName() {
        return stream.name();
    }

    /** Whether the stream is followed, and no progress was reported since that moment. */
    synchronized boolean isSilentSince(long nanos) {
        return clock != null && ended == null && broke == null && node.isAlive() && heardNanos - nanos < 0;
    }

    /** A node was lost. */
    synchronized void wake() {
        notifyAll();
    }

    @Override
    public synchronized FollowedServer followed() {
        return Objects.requireNonNull(server);
    }

    @Override
    @Nullable
    public synchronized ClockOffset clockOffset() {
        return clock;
    }

    @Override
    public void openWindowAt(WindowMark mark) {
        synchronized (this) {
            opened = false;
        }
        coordinator.send(node, new OpenWindow(number, mark));
        await("to begin the measured part of " + stream.name(), LEAVING, () -> opened);
        node.meter.follows(this);
    }

    @Override
    public void offer(LogEnd end, FollowedServer of) {
        coordinator.send(node, new LogEnds(number, end));
    }

    @Override
    public void renew() {
        long poll = nextPoll();
        coordinator.send(node, new PollStream(number, poll));
        awaited(RENEWING, () -> answered >= poll || ended != null);
    }

    @Override
    public synchronized void failIfBroken() {
        if (node.lost() != null) {
            throw new WorkerLostException(node.lost());
        }
        if (broke != null) {
            throw new RunFailedException("worker " + node.address() + " no longer follows the stream: " + broke);
        }
    }

    @Override
    public void pause() {
        coordinator.send(node, new SetReading(number, false));
    }

    @Override
    public void readOn() {
        coordinator.send(node, new SetReading(number, true));
    }

    @Override
    public synchronized boolean isConnected() {
        return reader.connected() && node.isAlive();
    }

    @Override
    public synchronized long connectionId() {
        return reader.connectionId();
    }

    @Override
    public synchronized List<StreamGap> gaps() {
        return gaps;
    }

    @Override
    public synchronized long cpuNanos() {
        return reader.cpuNanos();
    }

    @Override
    public synchronized long omittedBytes() {
        return ended == null ? 0 : ended.omittedBytes();
    }

    @Override
    public synchronized long incompleteTransactions() {
        return ended == null ? 0 : ended.incompleteTransactions();
    }

    @Override
    public void acknowledged(long high, long low, String tag, long commit) {
        commits.committed(high, low, tag, commit);
    }

    private void flush() {
        synchronized (sending) {
            List<GtidBatch> all = commits.drain();
            if (!all.isEmpty()) {
                coordinator.send(node, new Committed(number, all));
            }
        }
    }

    @Override
    public void writeWindowOpens() {
        synchronized (sending) {
            flush();
            coordinator.send(node, new WriteWindow(number));
        }
    }

    @Override
    public synchronized long pending() {
        return reader.pending();
    }

    /** Nothing where the node was lost before its reader had ended: then the run has failed. */
    @Override
    public synchronized StreamFindings findings() {
        return ended == null ? StreamFindings.NOTHING : ended.findings();
    }

    @Override
    public void close() {
        flush();
        coordinator.send(node, new EndStream(number));
        boolean there;
        try (DeferredInterrupt held = DeferredInterrupt.hold()) { // as for a local reader
            there = awaited(LEAVING, () -> ended != null);
        }
        if (!there) {
            throw new RunFailedException("worker " + node.address() + " did not end reading " + stream.name()
                    + " within " + LEAVING.toSeconds() + " s");
        }
    }

    private void await(String what, Duration patience, BooleanSupplier done) {
        boolean there = awaited(patience, done);
        failIfBroken();
        if (!there) {
            throw new RunFailedException("worker " + node.address() + " was asked " + what
                    + " and did not do so within " + patience.toSeconds() + " s");
        }
    }

    /** Waits; returns false on timeout, true where the condition holds or the stream has failed. */
    private synchronized boolean awaited(Duration patience, BooleanSupplier done) {
        long until = coordinator.clock().nanoTime() + patience.toNanos();
        try {
            while (!done.getAsBoolean() && node.isAlive() && broke == null) {
                long left = until - coordinator.clock().nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1_000_000));
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted while a worker node was asked", e);
        }
    }
}
