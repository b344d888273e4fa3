// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** Calls nodes that are to write and are not there, once a second, until they come. */
final class LateNodes {

    /** So many may come in one run: each has part of the numbers that workers take in turn. */
    static final int MOST = 16;

    /** How often a clock is read before its node is one of those that write. */
    static final int PINGS = 8;

    private static final long EVERY_NANOS = 1_000_000_000L;
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final Coordinator coordinator;
    /** Those that were called and have not come; for any thread. */
    final List<RemoteNode> called = new CopyOnWriteArrayList<>();

    private volatile List<InetSocketAddress> expected = List.of();
    private volatile BiConsumer<RemoteNode, InetSocketAddress> calling = (node, at) -> {};
    private int calls;
    private long lookedNanos;

    /** Expects none yet. */
    LateNodes(Coordinator coordinator) {
        this.coordinator = coordinator;
    }

    void expect(List<InetSocketAddress> addresses, BiConsumer<RemoteNode, InetSocketAddress> how) {
        calling = how;
        expected = addresses;
        lookedNanos = coordinator.clock.nanoTime();
    }

    boolean areExpected() {
        return !expected.isEmpty();
    }

    /** Calls again; for one thread. */
    void look(long now) {
        if (now - lookedNanos < EVERY_NANOS) {
            return;
        }
        lookedNanos = now;
        called.stream()
                .filter(node -> now - node.heardNanos > PATIENCE_NANOS)
                .forEach(node -> coordinator.lose(node, "connection", "it does not answer"));
        called.removeIf(node -> !node.isAlive());
        for (InetSocketAddress at : expected) {
            String address = WorkerNodes.text(at);
            if (called.stream().noneMatch(node -> node.address().equals(address)) && coordinator.misses(address)) {
                RemoteNode node = new RemoteNode(new Peer(address + "#" + ++calls, address));
                called.add(node);
                calling.accept(node, at);
            }
        }
    }

    /** Takes what a node says that was called; returns whether that is all. */
    boolean received(RemoteNode node, Message message) {
        if (!called.contains(node)) {
            return false;
        }
        if (message instanceof Message.Refused no) {
            coordinator.lose(node, "connection", no.why());
        } else if (node.clock.taken() < PINGS) {
            coordinator.send(node, new Message.Ping(coordinator.clock.nanoTime()));
        } else {
            coordinator.nodes.add(node);
            called.remove(node);
        }
        return message instanceof Message.Refused;
    }
}
