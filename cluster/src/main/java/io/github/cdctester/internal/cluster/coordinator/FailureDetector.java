// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.time.Threads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Pings each node once per second, and gives up nodes that do not answer or report no work. gRPC's own keep-alive is too slow:
 * its shortest interval is 10 s.
 */
final class FailureDetector implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);
    private static final long CHECK_MILLIS = 200;
    private static final long PING_INTERVAL_NANOS = 1_000_000_000L;

    private static final long MAX_ANSWER_AGE_NANOS = 2 * PING_INTERVAL_NANOS;

    private final Coordinator coordinator;
    private final NodeCalls calls;
    private final NanoClock clock;
    private final long timeoutNanos;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "cdc-tester-failure-detector");
    private long lastCheckNanos;
    private long excusedUntilNanos;
    private long lastPingNanos;
    private @Nullable String loggedFailure;

    FailureDetector(Coordinator coordinator, NodeCalls calls, NanoClock clock, Duration timeout) {
        this.coordinator = coordinator;
        this.calls = calls;
        this.clock = clock;
        timeoutNanos = timeout.toNanos();
        long now = clock.nanoTime();
        lastCheckNanos = now;
        excusedUntilNanos = now;
        lastPingNanos = now - PING_INTERVAL_NANOS;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed.await(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                checkNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Logs a failure once, because without further pings all nodes would leave. */
    private void checkNow() {
        try {
            checkNodes(clock.nanoTime());
        } catch (RuntimeException | Error e) {
            if (!e.toString().equals(loggedFailure)) {
                loggedFailure = e.toString();
                LoggerFactory.getLogger(FailureDetector.class).error("A check of the worker nodes failed.", e);
            }
        }
    }

    void checkNodes(long now) {
        long pauseNanos = now - lastCheckNanos;
        if (pauseNanos > PING_INTERVAL_NANOS) {
            // this process was paused: give the nodes time to answer again
            excusedUntilNanos = now + Math.min(timeoutNanos, Math.max(pauseNanos, MAX_ANSWER_AGE_NANOS));
        }
        lastCheckNanos = now;
        coordinator.pollStreams();
        if (now - lastPingNanos >= PING_INTERVAL_NANOS) {
            lastPingNanos = now;
            for (RemoteNode node : coordinator.nodes) {
                if (node.welcome != null) { // the handshake is complete
                    coordinator.send(node, new Message.Ping(now));
                }
            }
            calls.callAgain(); // after the pings, because it may fail
        }
        if (now - excusedUntilNanos < 0) {
            return;
        }
        calls.giveUpSilent(now, excusedUntilNanos);
        long silentSinceNanos = now - timeoutNanos;
        for (RemoteNode node : coordinator.nodes) {
            if (node.isReady() && node.lastMessageNanos - silentSinceNanos < 0) {
                coordinator.giveUp(node, "unansweredSeconds", (now - node.lastMessageNanos) / 1e9);
            }
        }
        for (RemoteNode node : coordinator.nodesSilentSince(silentSinceNanos)) {
            // the loop above gives up nodes that do not answer
            if (now - node.lastMessageNanos < MAX_ANSWER_AGE_NANOS) {
                coordinator.giveUp(node, "unreportedSeconds", timeoutNanos / 1e9);
            }
        }
    }

    /** Waits for a running check, because the transport is closed next. */
    @Override
    public void close() {
        closed.countDown();
        Threads.await(thread, CLOSE_TIMEOUT);
    }
}
