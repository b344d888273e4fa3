// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.time.NanoClock;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/**
 * Pings each node once per second. Gives up nodes that do not answer, or that answer but send no reports of their workers. Causes
 * are a stopped process, a broken network, or a busy machine. gRPC's own keep-alive is too slow: its shortest interval is
 * 10 s.
 */
final class FailureDetector implements AutoCloseable {

    private static final long CHECK_MILLIS = 200;
    private static final long PING_NANOS = 1_000_000_000L;

    /** A node counts as answering if its last message is at most this old. */
    private static final long ANSWERED_NANOS = 2 * PING_NANOS;

    /** Maximum silence of a called late node before its handshake is complete. */
    private static final long CALL_TIMEOUT_NANOS = 5 * PING_NANOS;

    private final Coordinator coordinator;
    private final NanoClock clock;
    private final long timeoutNanos;
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "cdc-tester-failure-detector");
    private long checkedNanos;
    private long excusedUntilNanos;
    private long pingedNanos;

    FailureDetector(Coordinator coordinator, NanoClock clock, Duration timeout) {
        this.coordinator = coordinator;
        this.clock = clock;
        timeoutNanos = timeout.toNanos();
        long now = clock.nanoTime();
        checkedNanos = now;
        excusedUntilNanos = now;
        pingedNanos = now - PING_NANOS;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!end.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                checkNodes(clock.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void checkNodes(long now) {
        long pauseNanos = now - checkedNanos;
        if (pauseNanos > PING_NANOS) {
            // this process was paused: nodes are excused until they had time to answer again
            excusedUntilNanos = now + Math.min(timeoutNanos, Math.max(pauseNanos, ANSWERED_NANOS));
        }
        checkedNanos = now;
        coordinator.pollStreams();
        if (now - pingedNanos >= PING_NANOS) {
            pingedNanos = now;
            callLateNodes(now);
            for (RemoteNode node : coordinator.nodes) {
                if (node.welcome != null) { // otherwise the handshake is not complete
                    coordinator.send(node, new Message.Ping(now));
                }
            }
        }
        if (now - excusedUntilNanos < 0) {
            return;
        }
        long since = now - timeoutNanos;
        for (RemoteNode node : coordinator.nodes) {
            if (node.welcome != null && node.isAlive() && node.lastMessageNanos - since < 0) {
                coordinator.giveUp(node, "unansweredSeconds", (now - node.lastMessageNanos) / 1e9);
            }
        }
        for (RemoteNode node : coordinator.silentSince(since)) {
            if (now - node.lastMessageNanos < ANSWERED_NANOS) { // otherwise it is about to be lost as unanswered
                coordinator.giveUp(node, "unreportedSeconds", timeoutNanos / 1e9);
            }
        }
    }

    /** Gives up calls without an answer, and calls each expected node that is not connected. Runs once per ping. */
    private void callLateNodes(long now) {
        coordinator.called.stream()
                .filter(node -> now - node.lastMessageNanos > CALL_TIMEOUT_NANOS)
                .forEach(node -> coordinator.giveUp(node, "connection", "it does not answer"));
        coordinator.called.removeIf(node -> !node.isAlive());
        for (InetSocketAddress expected : coordinator.expected) {
            String home = WorkerNodes.text(expected);
            if (coordinator.canJoin(home)) {
                currentAddress(expected).ifPresent(address -> {
                    RemoteNode node = new RemoteNode(home, WorkerNodes.text(address), true, false);
                    coordinator.called.add(node);
                    coordinator.callNode.accept(node, address);
                });
            }
        }
    }

    /** Returns the known address if the platform fails: its failure is no failure of the nodes. */
    private Optional<InetSocketAddress> currentAddress(InetSocketAddress known) {
        try {
            return coordinator.platform.currentAddress(known);
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(FailureDetector.class).debug("The platform does not know a current address.", e);
            return Optional.of(known);
        }
    }

    @Override
    public void close() {
        end.countDown();
    }
}
