// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.time.NanoClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Pings each node once a second, and gives up nodes that do not answer, or that answer without reports of their workers: a stopped
 * process, a broken network, a busy machine. gRPC's own keep-alive takes 10 s at least.
 */
final class FailureDetector implements AutoCloseable {

    private static final long LOOK_MILLIS = 200;
    private static final long ASK_NANOS = 1_000_000_000L;

    /** A node that answered one of the last two pings is alive. */
    private static final long ANSWERED_NANOS = 2 * ASK_NANOS;

    /** Time for a repeated call to be answered. */
    private static final long CALLED_NANOS = 5 * ASK_NANOS;

    private final Coordinator coordinator;
    private final NanoClock clock;
    private final long timeoutNanos;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "cdc-tester-failure-detector");
    private long lookedNanos;
    private long excusedUntilNanos;
    private long askedNanos;

    FailureDetector(Coordinator coordinator, NanoClock clock, Duration timeout) {
        this.coordinator = coordinator;
        this.clock = clock;
        timeoutNanos = timeout.toNanos();
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

    void look(long now) {
        long pauseNanos = now - lookedNanos;
        if (pauseNanos > ASK_NANOS) {
            // this process was paused: no node is late for that time, nor before the next answer
            excusedUntilNanos = now + Math.min(timeoutNanos, Math.max(pauseNanos, ANSWERED_NANOS));
        }
        lookedNanos = now;
        coordinator.pollStreams();
        if (now - askedNanos >= ASK_NANOS) {
            askedNanos = now;
            callLateNodes(now);
            for (RemoteNode node : coordinator.nodes) {
                if (node.welcome != null) { // else it is being called
                    coordinator.send(node, new Message.Ping(now));
                }
            }
        }
        if (now - excusedUntilNanos < 0) {
            return;
        }
        long since = now - timeoutNanos;
        for (RemoteNode node : coordinator.nodes) {
            if (node.welcome != null && node.isAlive() && node.heardNanos - since < 0) {
                coordinator.lose(node, "unansweredSeconds", (now - node.heardNanos) / 1e9);
            }
        }
        for (RemoteNode node : coordinator.silentSince(since)) {
            if (now - node.heardNanos < ANSWERED_NANOS) { // else it will soon count as one without answers
                coordinator.lose(node, "unreportedSeconds", timeoutNanos / 1e9);
            }
        }
    }

    /** Calls nodes that are to write and are not there, until they come. */
    private void callLateNodes(long now) {
        coordinator.called.stream()
                .filter(node -> now - node.heardNanos > CALLED_NANOS)
                .forEach(node -> coordinator.lose(node, "connection", "it does not answer"));
        coordinator.called.removeIf(node -> !node.isAlive());
        for (InetSocketAddress at : coordinator.expected) {
            String address = WorkerNodes.text(at);
            if (coordinator.misses(address)) {
                RemoteNode node = new RemoteNode(address, true, false);
                coordinator.called.add(node);
                coordinator.calling.accept(node, at);
            }
        }
    }

    @Override
    public void close() {
        end.countDown();
    }
}
