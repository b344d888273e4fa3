// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.StopSignal;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.ToolInfo;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Waits until each node that was called has accepted this coordinator, and its clock is known. */
final class Handshake {

    private static final int PINGS = 8;

    /** So the coordinator gives up a node before that gives up the coordinator. */
    private static final Duration LONGER = Duration.ofSeconds(3);

    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long LOOK_NANOS = 100_000_000;
    private static final long ASK_NANOS = 1_000_000_000L;

    private final Coordinator coordinator;
    private final NanoClock clock;
    private final StopSignal stop;
    private long askedNanos;

    Handshake(Coordinator coordinator, NanoClock clock, StopSignal stop) {
        this.coordinator = coordinator;
        this.clock = clock;
        this.stop = stop;
        askedNanos = clock.nanoTime();
    }

    void complete(Duration patience) throws InterruptedException {
        ToolInfo own = ToolInfo.current("");
        String id = UUID.randomUUID().toString();
        for (RemoteNode node : coordinator.nodes()) {
            long millis = patience.plus(LONGER).toMillis();
            coordinator.send(node, new Hello(own.version(), millis, id, node.address()));
        }
        await(node -> node.welcome() != null);
        for (int round = 0; round < PINGS; round++) {
            for (RemoteNode node : coordinator.nodes()) {
                long number = node.ping(clock.nanoTime());
                coordinator.send(node, new Ping(number));
                await(one -> one != node || !node.awaitsPong(number));
            }
        }
    }

    /** Waits until the condition holds for all nodes. */
    private void await(Predicate<RemoteNode> done) throws InterruptedException {
        long until = clock.nanoTime() + PATIENCE_NANOS;
        while (!holdsWithin(done, until)) {
            keepAlive();
        }
    }

    /** Pings the nodes that have answered, or they would give up this coordinator while it waits for others. */
    private void keepAlive() {
        long now = clock.nanoTime();
        if (now - askedNanos >= ASK_NANOS) {
            askedNanos = now;
            for (RemoteNode node : coordinator.nodes()) {
                if (node.welcome() != null) {
                    coordinator.send(node, new Ping(node.ping(now)));
                }
            }
        }
    }

    /** Whether the condition holds for all nodes; waits a little where it does not. */
    private boolean holdsWithin(Predicate<RemoteNode> done, long until) throws InterruptedException {
        synchronized (coordinator) {
            if (stop.isRaised()) {
                throw new RunFailedException("stopped while calling worker nodes");
            }
            String refusal = coordinator.refusal();
            if (refusal != null) {
                throw new RunFailedException(refusal);
            }
            for (RemoteNode node : coordinator.nodes()) {
                if (node.lost() != null) {
                    throw new WorkerLostException(node.lost());
                }
            }
            List<RemoteNode> missing =
                    coordinator.nodes().stream().filter(done.negate()).toList();
            if (missing.isEmpty()) {
                return true;
            }
            long left = until - clock.nanoTime();
            if (left <= 0) {
                throw new RunFailedException("no answer within " + PATIENCE_NANOS / 1_000_000_000 + " s from worker "
                        + String.join(
                                ", ", missing.stream().map(RemoteNode::address).toList())
                        + ": is 'cdc-tester worker' running there, and the network open?");
            }
            TimeUnit.NANOSECONDS.timedWait(coordinator, Math.min(left, LOOK_NANOS));
            return false;
        }
    }
}
