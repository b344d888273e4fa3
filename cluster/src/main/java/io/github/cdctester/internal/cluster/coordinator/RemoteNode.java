// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.result.summary.LoadClient;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The coordinator's view of a worker node. Thread-safe. */
final class RemoteNode {

    private static final int MIN_PINGS = 8;

    /** Argument of the loss note: the reason why the node refused the coordinator. */
    static final String REFUSAL = "refusal";

    /** The node's address in the plan's list. {@link #address} is the address of its current process. */
    final String home;

    /** Name of the process on its platform; empty if there is none. */
    final String name;

    final String address;
    final boolean writes;
    final boolean reads;
    final ClockEstimator clock = new ClockEstimator();
    final NodeMeter meter = new NodeMeter();

    /** {@code null} before the reply to the first message. */
    volatile Message.@Nullable Welcome welcome;

    /** Empty if the workers use no JDBC driver. */
    volatile String driver = "";

    final Map<String, LoadClient> clients = new ConcurrentSkipListMap<>();

    volatile long lastMessageNanos;

    private volatile @Nullable NodeLoss loss;

    RemoteNode(String home, String name, String address, boolean writes, boolean reads) {
        this.home = home;
        this.name = name;
        this.address = address;
        this.writes = writes;
        this.reads = reads;
    }

    void recordPong(Message.Pong pong, long nowNanos, long nowMicros) {
        clock.addRoundTrip(pong.sentNanos(), pong.nanos(), nowNanos, pong.epochMicros() - nowMicros);
    }

    /** Returns {@code null} while the node is alive. May wait, see {@link NodeLoss#note}. */
    @Nullable
    String lossReason() {
        NodeLoss why = loss;
        return why == null ? null : why.note().text();
    }

    @Nullable
    NodeLoss loss() {
        return loss;
    }

    boolean isAlive() {
        return loss == null;
    }

    boolean isReady() {
        return isAlive() && clock.roundTrips() >= MIN_PINGS;
    }

    boolean hasRefused() {
        NodeLoss why = loss;
        return why != null && why.observed().arguments().containsKey(REFUSAL);
    }

    void failIfLost() {
        String why = lossReason();
        if (why != null) {
            throw new RunFailedException(why);
        }
    }

    /** Returns false if the node was already lost. */
    synchronized boolean markLost(NodeLoss why) {
        if (loss != null) {
            return false;
        }
        loss = why;
        return true;
    }

    /**
     * Estimates the offset of another machine's clock from the shortest recent round trip. The maximum error is half of that
     * time (Cristian, Probabilistic clock synchronization, 1989). Thread-safe.
     */
    static final class ClockEstimator {

        /** Age after which a round trip is replaced. Two clocks usually drift apart by at most 3 ms per minute (50 ppm). */
        private static final long AGE_NANOS = 20_000_000_000L;

        private record BestRoundTrip(long sinceNanos, long roundTripNanos, long offsetNanos, long epochOffsetMicros) {}

        private BestRoundTrip current = new BestRoundTrip(0, Long.MAX_VALUE, 0, 0);
        private BestRoundTrip previous = current;
        private int roundTrips;
        private long slowNanos;

        synchronized void addRoundTrip(long sentNanos, long nodeNanos, long receivedNanos, long epochAheadMicros) {
            roundTrips++;
            long roundTripNanos = receivedNanos - sentNanos;
            slowNanos = Math.max(roundTripNanos, slowNanos * 3 / 4);
            boolean isFirst = current.roundTripNanos() == Long.MAX_VALUE;
            if (!isFirst && receivedNanos - current.sinceNanos() > AGE_NANOS) {
                previous = current;
                current = new BestRoundTrip(receivedNanos, Long.MAX_VALUE, 0, 0);
            }
            if (roundTripNanos < current.roundTripNanos()) {
                current = new BestRoundTrip(
                        isFirst ? receivedNanos : current.sinceNanos(),
                        roundTripNanos,
                        nodeNanos - (sentNanos + roundTripNanos / 2),
                        epochAheadMicros + roundTripNanos / 2 / 1_000);
            }
        }

        synchronized int roundTrips() {
            return roundTrips;
        }

        /** Returns a slow recent round trip in ns. Each shorter round trip reduces it by at most a quarter. */
        synchronized long slowNanos() {
            return slowNanos;
        }

        private synchronized BestRoundTrip best() {
            return previous.roundTripNanos() < current.roundTripNanos() ? previous : current;
        }

        long remoteNanos(long nanos) {
            return nanos + best().offsetNanos();
        }

        long errorNanos() {
            return best().roundTripNanos() / 2;
        }

        /** Returns the remote minus the local time of day, in µs. */
        long epochAheadMicros() {
            return best().epochOffsetMicros();
        }
    }
}
