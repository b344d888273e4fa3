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

    /** A coordinator that takes a node for lost has hung up before that node gives it up. */
    private static final Duration LONGER = Duration.ofSeconds(3);

    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long LOOK_NANOS = 100_000_000;
    private static final long ASK_NANOS = 1_000_000_000L;

    private final Fleet fleet;
    private final NanoClock clock;
    private final StopSignal stop;
    private long askedNanos;

    Handshake(Fleet fleet, NanoClock clock, StopSignal stop) {
        this.fleet = fleet;
        this.clock = clock;
        this.stop = stop;
        askedNanos = clock.nanoTime();
    }

    void complete(Duration patience) throws InterruptedException {
        ToolInfo own = ToolInfo.current("");
        String coordinator = UUID.randomUUID().toString();
        for (FleetNode node : fleet.nodes()) {
            long millis = patience.plus(LONGER).toMillis();
            fleet.send(node, new Hello(own.version(), millis, coordinator, node.address()));
        }
        await(node -> node.welcome() != null);
        for (int round = 0; round < PINGS; round++) {
            for (FleetNode node : fleet.nodes()) {
                long number = node.asks(clock.nanoTime());
                fleet.send(node, new Ping(number));
                await(one -> one != node || !node.awaits(number));
            }
        }
    }

    /** Waits until that is so of all nodes. */
    private void await(Predicate<FleetNode> done) throws InterruptedException {
        long until = clock.nanoTime() + PATIENCE_NANOS;
        while (!isSoWithin(done, until)) {
            askWhoIsThere();
        }
    }

    /** Who has been greeted hears of this coordinator, so that it is not given up while another node is waited for. */
    private void askWhoIsThere() {
        long now = clock.nanoTime();
        if (now - askedNanos >= ASK_NANOS) {
            askedNanos = now;
            for (FleetNode node : fleet.nodes()) {
                if (node.welcome() != null) {
                    fleet.send(node, new Ping(node.asks(now)));
                }
            }
        }
    }

    /** Whether that is so of all nodes; waits a little where it is not. */
    private boolean isSoWithin(Predicate<FleetNode> done, long until) throws InterruptedException {
        synchronized (fleet) {
            if (stop.isRaised()) {
                throw new RunFailedException("stopped while calling worker nodes");
            }
            String refusal = fleet.refusal();
            if (refusal != null) {
                throw new RunFailedException(refusal);
            }
            for (FleetNode node : fleet.nodes()) {
                if (node.lost() != null) {
                    throw new WorkerLostException(node.lost());
                }
            }
            List<FleetNode> missing =
                    fleet.nodes().stream().filter(done.negate()).toList();
            if (missing.isEmpty()) {
                return true;
            }
            long left = until - clock.nanoTime();
            if (left <= 0) {
                throw new RunFailedException("no answer within " + PATIENCE_NANOS / 1_000_000_000 + " s of worker "
                        + String.join(
                                ", ", missing.stream().map(FleetNode::address).toList())
                        + ": is 'cdc-tester worker' running there, and the network open?");
            }
            TimeUnit.NANOSECONDS.timedWait(fleet, Math.min(left, LOOK_NANOS));
            return false;
        }
    }
}
