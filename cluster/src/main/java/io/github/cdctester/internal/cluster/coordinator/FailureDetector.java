// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.time.NanoClock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Asks each node for its clock once a second, and notices who does not answer, or does not tell what its workers do: a process that
 * is stopped, a network that is cut off, a machine that is too busy. The engine's own keep-alive takes 10 s at least.
 */
final class FleetWatch implements AutoCloseable {

    private static final long LOOK_MILLIS = 200;
    private static final long ASK_NANOS = 1_000_000_000L;

    /** Who has answered one of the last two questions answers. */
    private static final long ANSWERED_NANOS = 2 * ASK_NANOS;

    private final Fleet fleet;
    private final NanoClock clock;
    private final long patienceNanos;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "cdc-tester-fleet");
    private long lookedNanos;
    private long excusedUntilNanos;
    private long askedNanos;

    FleetWatch(Fleet fleet, NanoClock clock, Duration patience) {
        this.fleet = fleet;
        this.clock = clock;
        patienceNanos = patience.toNanos();
        long now = clock.nanoTime();
        lookedNanos = now;
        excusedUntilNanos = now;
        askedNanos = now - ASK_NANOS;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                look(clock.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One look at all nodes. */
    void look(long now) {
        if (now - lookedNanos > ASK_NANOS) {
            excusedUntilNanos = now + patienceNanos; // this process stood still: nobody can be blamed
        }
        lookedNanos = now;
        fleet.askOfStreams();
        if (now - askedNanos >= ASK_NANOS) {
            askedNanos = now;
            for (FleetNode node : fleet.nodes()) {
                if (node.isThere()) {
                    fleet.send(node, new Ping(node.asks(now)));
                }
            }
        }
        if (now - excusedUntilNanos < 0) {
            return;
        }
        long since = now - patienceNanos;
        for (FleetNode node : fleet.nodes()) {
            if (node.isThere() && node.heardNanos() - since < 0) {
                fleet.lose(node, silent("has not answered", now - node.heardNanos()));
            }
        }
        for (FleetNode node : fleet.behindSince(since)) {
            if (now - node.heardNanos() < ANSWERED_NANOS) { // else it is about to be known as one that does not
                fleet.lose(node, silent("answers, but has not told what it did", patienceNanos));
            }
        }
    }

    private static String silent(String what, long nanos) {
        return String.format(
                Locale.ROOT,
                "%s for %.1f s: its process stands still, its network is cut off, or it is too busy",
                what,
                nanos / 1e9);
    }

    @Override
    public void close() {
        end.countDown();
    }
}
