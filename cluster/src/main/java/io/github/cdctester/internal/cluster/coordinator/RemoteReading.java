// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.WindowMark;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.cluster.message.Arrived;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.EndStream;
import io.github.cdctester.internal.cluster.message.Message.Follow;
import io.github.cdctester.internal.cluster.message.Message.Following;
import io.github.cdctester.internal.cluster.message.Message.LogEnds;
import io.github.cdctester.internal.cluster.message.Message.Mark;
import io.github.cdctester.internal.cluster.message.Message.Marked;
import io.github.cdctester.internal.cluster.message.Message.Reading;
import io.github.cdctester.internal.cluster.message.Message.StreamBroke;
import io.github.cdctester.internal.cluster.message.Message.StreamEnded;
import io.github.cdctester.internal.cluster.message.Message.Tell;
import io.github.cdctester.internal.cluster.message.Message.Told;
import io.github.cdctester.internal.cluster.message.StreamPart;
import io.github.cdctester.internal.judge.replay.Replay;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.meter.StreamElsewhere;
import io.github.cdctester.internal.meter.StreamMeter;
import io.github.cdctester.internal.run.stream.StreamReading;
import io.github.cdctester.internal.run.stream.StreamReadings.Wanted;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.HeldInterrupt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A stream that a node follows. What it tells is kept here, as that of a reader of this process would be. */
final class RemoteReading implements StreamReading {

    /** A server that does not answer is given up by the node before. */
    private static final Duration CONNECTING = Duration.ofMinutes(2);

    /** As long as a connection may take to be given up there, and a message more. */
    private static final Duration LEAVING = Duration.ofSeconds(25);

    /** What is told is no older than a fifth of a second anyway. */
    private static final Duration RENEWING = Duration.ofMillis(200);

    private final Fleet fleet;
    private final FleetNode node;
    private final int number;
    private final StreamSpec stream;
    private final Wanted wanted;
    private final StreamElsewhere meter = new StreamElsewhere();
    private final @Nullable RemoteCheck check;
    private @Nullable FollowedServer server;
    private @Nullable ClockOffset clock;
    private Arrived.Reader reader = new Arrived.Reader(false, 0, -1, 0, null);
    private List<StreamGap> gaps = List.of();
    private @Nullable String broke;
    private @Nullable StreamEnded ended;
    private boolean marked;
    private long asked;
    private long told;
    private long toldNanos;

    RemoteReading(Fleet fleet, FleetNode node, int number, StreamSpec stream, Wanted wanted, boolean verified) {
        this.fleet = fleet;
        this.node = node;
        this.number = number;
        this.stream = stream;
        this.wanted = wanted;
        check = verified
                ? new RemoteCheck(number, message -> fleet.send(node, message), this::pending, this::found)
                : null;
    }

    @Override
    public StreamMeter meter() {
        return meter;
    }

    @Override
    public Optional<StreamCheck> check() {
        return Optional.ofNullable(check);
    }

    @Override
    public void replayWith(Replay replayed) {
        throw new RunFailedException("rows cannot be replayed of a stream that a worker node follows");
    }

    @Override
    public void watchWith(TransactionWatch watch) {
        throw new RunFailedException("consumers cannot be judged by a stream that a worker node follows");
    }

    @Override
    public void start(StreamSettings settings, @Nullable String leftOut) {
        StreamPart part = new StreamPart(
                fleet.planText(),
                stream.name(),
                settings.endpoint().password().reveal(),
                settings.endpoint().driverProperties(),
                settings.server(),
                node.epochAheadMicros(),
                new StreamPart.From(
                        settings.start(),
                        settings.startGtids(),
                        settings.gtidsBefore(),
                        leftOut,
                        settings.windowFrom() == null ? null : StreamPart.Mark.of(settings.windowFrom())),
                new StreamPart.Read(
                        settings.resumeTimeout().toMillis(),
                        settings.rowCounting(),
                        settings.verifyChecksums(),
                        settings.inflatePayloads(),
                        settings.sideBySide(),
                        settings.heartbeat()),
                new StreamPart.Wanted(
                        wanted.delays().main(),
                        wanted.delays().sideBySide(),
                        wanted.mariaDb(),
                        wanted.writes(),
                        check != null,
                        wanted.largeFromBytes()));
        fleet.send(node, new Follow(number, part));
        await("to follow " + stream.name(), CONNECTING, () -> clock != null);
        // with the clock of this process, as others compare it with what that asked
        server = new FollowedServer(settings.endpoint(), settings.server(), settings.clockOffset(), 0);
    }

    /** From the node; for the link's threads. */
    synchronized void received(Message message) {
        if (message instanceof Following following) {
            clock = new ClockOffset(following.offsetMicros(), following.uncertaintyMicros());
            toldNanos = fleet.clock().nanoTime();
        } else if (message instanceof Told answer) {
            take(answer.arrived());
            told = Math.max(told, answer.number());
        } else if (message instanceof Marked) {
            marked = true;
        } else if (message instanceof StreamEnded end) {
            take(end.last());
            meter.ended(end.rows(), end.payloads());
            node.account().rests(this);
            ended = end;
        } else if (message instanceof StreamBroke why) {
            broke = why.why();
        }
        notifyAll();
    }

    private void take(Arrived arrived) {
        meter.add(arrived.report());
        reader = arrived.reader();
        if (reader.gaps() != null) {
            gaps = reader.gaps();
        }
        toldNanos = fleet.clock().nanoTime();
    }

    /** For the thread that asks all nodes for their clocks. */
    void ask() {
        synchronized (this) {
            if (clock == null || ended != null) {
                return;
            }
        }
        if (check != null) {
            check.flush();
        }
        fleet.send(node, new Tell(number, nextQuestion()));
    }

    private synchronized long nextQuestion() {
        return ++asked;
    }

    FleetNode node() {
        return node;
    }

    String streamName() {
        return stream.name();
    }

    /** Whether it is followed, and nothing was told of it since then. */
    synchronized boolean isSilentSince(long nanos) {
        return clock != null && ended == null && broke == null && node.isThere() && toldNanos - nanos < 0;
    }

    /** A node was lost. */
    synchronized void changed() {
        notifyAll();
    }

    @Override
    @Nullable
    public synchronized FollowedServer followed() {
        return server;
    }

    @Override
    @Nullable
    public synchronized ClockOffset clockOffset() {
        return clock;
    }

    @Override
    public void openWindowAt(WindowMark mark) {
        synchronized (this) {
            marked = false;
        }
        fleet.send(node, new Mark(number, StreamPart.Mark.of(mark)));
        await("to begin the measured part of " + stream.name(), LEAVING, () -> marked);
        node.account().follows(this);
    }

    @Override
    public void offer(LogEnd end, FollowedServer of) {
        fleet.send(node, new LogEnds(number, end));
    }

    @Override
    public void renew() {
        long question = nextQuestion();
        fleet.send(node, new Tell(number, question));
        awaited(RENEWING, () -> told >= question || ended != null);
    }

    @Override
    public synchronized void failIfBroken() {
        if (node.lost() != null) {
            throw new WorkerLostException(node.lost());
        }
        if (broke != null) {
            throw new RunFailedException("worker " + node.address() + " follows no more: " + broke);
        }
    }

    @Override
    public void pause() {
        fleet.send(node, new Reading(number, false));
    }

    @Override
    public void readOn() {
        fleet.send(node, new Reading(number, true));
    }

    @Override
    public synchronized boolean isConnected() {
        return reader.connected() && node.isThere();
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

    private synchronized long pending() {
        return reader.pending();
    }

    /** Nothing where the node was lost before its reader had ended: then the run broke. */
    private synchronized StreamFindings found() {
        return ended == null ? StreamFindings.NOTHING : ended.findings();
    }

    @Override
    public void close() {
        if (check != null) {
            check.flush();
        }
        fleet.send(node, new EndStream(number));
        boolean there;
        try (HeldInterrupt held = HeldInterrupt.hold()) { // as a reader here is waited for
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
            throw new RunFailedException("worker " + node.address() + " was asked " + what + ", and did not within "
                    + patience.toSeconds() + " s");
        }
    }

    /** Whether that is so, or will not be any more. */
    private synchronized boolean awaited(Duration patience, BooleanSupplier done) {
        long until = fleet.clock().nanoTime() + patience.toNanos();
        try {
            while (!done.getAsBoolean() && node.isThere() && broke == null) {
                long left = until - fleet.clock().nanoTime();
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
