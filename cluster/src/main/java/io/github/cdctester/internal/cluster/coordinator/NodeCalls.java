// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodes.Platform.Instance;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.stop.StopSignal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Calls worker nodes: the listed nodes at the start, and with {@code --elastic} once per second the absent and lost nodes. A called
 * node joins, or is given up.
 */
final class NodeCalls {

    /** Maximum silence of a called node on a plain host, which may be switched off, if other nodes can start without it. */
    private static final Duration LATE_NODE_TIMEOUT = Duration.ofSeconds(5);

    private static final long CHECK_MILLIS = 100;

    private final Coordinator coordinator;
    private final WorkerNodes listed;
    private final BiConsumer<RemoteNode, InetSocketAddress> connection;

    /** The node that was called last, by address in the list. */
    private final Map<InetSocketAddress, RemoteNode> lastCalled = new LinkedHashMap<>();

    /** {@code connection} connects to a node at an address, and sends the first message. */
    NodeCalls(Coordinator coordinator, WorkerNodes listed, BiConsumer<RemoteNode, InetSocketAddress> connection) {
        this.coordinator = coordinator;
        this.listed = listed;
        this.connection = connection;
    }

    static List<InetSocketAddress> all(WorkerNodes listed) {
        return Stream.concat(listed.addresses().stream(), listed.subscribers().stream())
                .distinct()
                .toList();
    }

    /** Calls all nodes for the first time. */
    void callAll() {
        for (InetSocketAddress home : all(listed)) {
            Optional<Instance> current = listed.platform().current(home);
            boolean reads = listed.subscribers().contains(home);
            RemoteNode node = node(home, current.orElse(new Instance("", home)), reads);
            coordinator.nodes.add(node);
            current.ifPresentOrElse(
                    instance -> connection.accept(node, instance.address()),
                    () -> coordinator.giveUp(node, "connection", "it is being replaced"));
        }
    }

    /** Calls each absent or lost node that may join late. A late node only writes. */
    void callAgain() {
        for (InetSocketAddress home : listed.addresses()) {
            if (coordinator.canTakeLateNode() && !lastCalled.get(home).isAlive()) {
                current(home).ifPresent(instance -> connection.accept(node(home, instance, false), instance.address()));
            }
        }
    }

    private RemoteNode node(InetSocketAddress home, Instance instance, boolean reads) {
        RemoteNode node = new RemoteNode(
                WorkerNodes.text(home),
                instance.name(),
                WorkerNodes.text(instance.address()),
                listed.addresses().contains(home),
                reads);
        lastCalled.put(home, node);
        return node;
    }

    /** Returns the listed address if the platform fails: its failure is no failure of the nodes. */
    private Optional<Instance> current(InetSocketAddress home) {
        try {
            return listed.platform().current(home);
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(NodeCalls.class).debug("The platform does not know the current process.", e);
            return WorkerNodes.Platform.NONE.current(home);
        }
    }

    /** Gives up called nodes that do not answer. Silence before {@code sinceNanos} does not count. */
    void giveUpSilent(long nowNanos, long sinceNanos) {
        for (RemoteNode node : lastCalled.values()) {
            long silentNanos = nowNanos - Math.max(node.lastMessageNanos, sinceNanos);
            if (node.isAlive() && !node.isReady() && silentNanos > timeout(node).toNanos()) {
                coordinator.giveUp(
                        node,
                        "connection",
                        "it did not answer within " + timeout(node).toSeconds()
                                + " s (is 'cdc-tester worker' running there, and the network open?)");
            }
        }
    }

    private Duration timeout(RemoteNode node) {
        return mayJoinLater(node)
                        && listed.platform() == WorkerNodes.Platform.NONE
                        && coordinator.nodes.stream().anyMatch(one -> one.writes && one.isReady())
                ? LATE_NODE_TIMEOUT
                : listed.platform().callTimeout();
    }

    private boolean mayJoinLater(RemoteNode node) {
        return listed.lateNodesTaken() && node.writes && !node.reads;
    }

    /** Waits until each node has joined, or was given up and may join later. */
    void await(StopSignal stop) throws InterruptedException {
        synchronized (coordinator) {
            while (isWaiting()) {
                if (stop.isRaised()) {
                    throw new RunFailedException("stopped while calling worker nodes");
                }
                TimeUnit.MILLISECONDS.timedWait(coordinator, CHECK_MILLIS);
            }
        }
    }

    private boolean isWaiting() {
        coordinator.nodes.stream()
                .filter(node -> !mayJoinLater(node) || node.hasRefused())
                .forEach(RemoteNode::failIfLost);
        coordinator.requireAliveWriters(); // fails if no node is left
        return coordinator.nodes.stream().anyMatch(node -> node.isAlive() && !node.isReady());
    }
}
