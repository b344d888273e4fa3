// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.result.Note;
import org.jspecify.annotations.Nullable;

/** The coordinator's view of a worker node. Thread-safe. */
final class RemoteNode {

    /** Number of clock readings before a node is ready. */
    private static final int PINGS = 8;

    private final String address;
    final boolean writes;
    final boolean reads;
    final ClockEstimator clock = new ClockEstimator();
    final NodeMeter meter = new NodeMeter();
    /** Its first answer; {@code null} before that. */
    volatile Message.@Nullable Welcome welcome;

    /** The JDBC driver that it writes with. */
    volatile String driver = "";

    private volatile @Nullable Note lost;
    /** Time of its last message. */
    volatile long heardNanos;

    /** Creates a node that has not answered yet. */
    RemoteNode(String address, boolean writes, boolean reads) {
        this.address = address;
        this.writes = writes;
        this.reads = reads;
    }

    /** Host and port. */
    String address() {
        return address;
    }

    void pong(Message.Pong pong, long nowNanos, long nowMicros) {
        clock.take(pong.sentNanos(), pong.nanos(), nowNanos, pong.epochMicros() - nowMicros);
    }

    /** Why the node was given up; {@code null} while it is alive. */
    @Nullable
    String lossReason() {
        Note why = lost;
        return why == null ? null : why.text();
    }

    /** Returns the loss as a note; {@code null} while the node is alive. */
    @Nullable
    Note loss() {
        return lost;
    }

    boolean isAlive() {
        return lost == null;
    }

    /** Returns true if it has accepted this coordinator, and its clock is known. */
    boolean isThere() {
        return isAlive() && clock.taken() >= PINGS;
    }

    void failIfLost() {
        String why = lossReason();
        if (why != null) {
            throw new RunFailedException(why);
        }
    }

    /** Returns whether the node was alive. */
    synchronized boolean lose(Note why) {
        if (lost != null) {
            return false;
        }
        lost = why;
        return true;
    }

    /**
     * Estimates the offset of another machine's clock: of several round trips the shortest counts, and half of it is the largest possible
     * error (Cristian, Probabilistic clock synchronization, 1989). Old answers are dropped, as clocks drift. Thread-safe.
     */
    static final class ClockEstimator {

        /** Two clocks drift apart by 3 ms a minute at the most that is usual (50 ppm). */
        private static final long AGE_NANOS = 20_000_000_000L;

        private record Best(long sinceNanos, long roundTrip, long offset, long epochOffsetMicros) {}

        private Best now = new Best(0, Long.MAX_VALUE, 0, 0);
        private Best before = now;
        private int taken;

        /** Takes one round trip. */
        synchronized void take(long askedNanos, long thereNanos, long answeredNanos, long epochAheadMicros) {
            taken++;
            long way = answeredNanos - askedNanos;
            boolean first = now.roundTrip() == Long.MAX_VALUE;
            if (!first && answeredNanos - now.sinceNanos() > AGE_NANOS) {
                before = now;
                now = new Best(answeredNanos, Long.MAX_VALUE, 0, 0);
            }
            if (way < now.roundTrip()) {
                now = new Best(
                        first ? answeredNanos : now.sinceNanos(),
                        way,
                        thereNanos - (askedNanos + way / 2),
                        epochAheadMicros + way / 2 / 1_000);
            }
        }

        /** Number of measured round trips. */
        synchronized int taken() {
            return taken;
        }

        private synchronized Best best() {
            return before.roundTrip() < now.roundTrip() ? before : now;
        }

        long remoteNanos(long nanos) {
            return nanos + best().offset();
        }

        /** The largest possible error. */
        long errorNanos() {
            return best().roundTrip() / 2;
        }

        /** The remote time of day minus the local one. */
        long epochAheadMicros() {
            return best().epochOffsetMicros();
        }
    }
}
