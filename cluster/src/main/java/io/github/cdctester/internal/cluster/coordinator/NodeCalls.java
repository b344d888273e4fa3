// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodes.Platform.Instance;
import io.github.cdctester.internal.run.StoppedEarlyException;
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

/** Calls the listed nodes at the start. With {@code --elastic}, calls absent and lost nodes again once per second. */
final class NodeCalls {

    /** Used if no platform manages the node and another node is ready: the host of a late node may be switched off. */
    private static final Duration LATE_NODE_TIMEOUT = Duration.ofSeconds(5);

    private static final long CHECK_MILLIS = 100;

    private final Coordinator coordinator;
    private final WorkerNodes workerNodes;
    private final BiConsumer<RemoteNode, InetSocketAddress> connector;

    private final Map<InetSocketAddress, RemoteNode> lastCalledNodes = new LinkedHashMap<>();

    NodeCalls(Coordinator coordinator, WorkerNodes workerNodes, BiConsumer<RemoteNode, InetSocketAddress> connector) {
        this.coordinator = coordinator;
        this.workerNodes = workerNodes;
        this.connector = connector;
    }

    static List<InetSocketAddress> allAddresses(WorkerNodes workerNodes) {
        return Stream.concat(workerNodes.addresses().stream(), workerNodes.subscribers().stream())
                .distinct()
                .toList();
    }

    void callAll() {
        for (InetSocketAddress home : allAddresses(workerNodes)) {
            Optional<Instance> current = workerNodes.platform().current(home);
            boolean reads = workerNodes.subscribers().contains(home);
            RemoteNode node = createNode(home, current.orElse(new Instance("", home)), reads);
            coordinator.nodes.add(node);
            current.ifPresentOrElse(
                    instance -> connector.accept(node, instance.address()),
                    () -> coordinator.giveUp(node, "connection", "it is being replaced"));
        }
    }

    /** A late node only writes. */
    void callAgain() {
        for (InetSocketAddress home : workerNodes.addresses()) {
            if (coordinator.canTakeLateNode(joiningNodes())
                    && !lastCalledNodes.get(home).isAlive()) {
                currentInstance(home)
                        .ifPresent(instance -> connector.accept(createNode(home, instance, false), instance.address()));
            }
        }
    }

    private long joiningNodes() {
        return lastCalledNodes.values().stream()
                .filter(node -> node.isAlive() && !coordinator.nodes.contains(node))
                .count();
    }

    private RemoteNode createNode(InetSocketAddress home, Instance instance, boolean reads) {
        RemoteNode node = new RemoteNode(
                WorkerNodes.text(home),
                instance.name(),
                WorkerNodes.text(instance.address()),
                workerNodes.addresses().contains(home),
                reads);
        lastCalledNodes.put(home, node);
        return node;
    }

    /** Returns empty while the process is replaced. If the platform fails, returns the listed address. */
    private Optional<Instance> currentInstance(InetSocketAddress home) {
        try {
            return workerNodes.platform().current(home);
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(NodeCalls.class).debug("The platform does not know the current process.", e);
            return WorkerNodes.Platform.NONE.current(home);
        }
    }

    void giveUpSilent(long nowNanos, long sinceNanos) {
        for (RemoteNode node : lastCalledNodes.values()) {
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
                        && workerNodes.platform() == WorkerNodes.Platform.NONE
                        && coordinator.nodes.stream().anyMatch(candidate -> candidate.writes && candidate.isReady())
                ? LATE_NODE_TIMEOUT
                : workerNodes.platform().callTimeout();
    }

    private boolean mayJoinLater(RemoteNode node) {
        return workerNodes.lateNodesTaken() && node.writes && !node.reads;
    }

    /** Waits until each node has joined, or has been given up but may join later. */
    void await(StopSignal stop) throws InterruptedException {
        synchronized (coordinator) {
            while (isWaiting()) {
                if (stop.isRaised()) {
                    throw new StoppedEarlyException("stopped while calling worker nodes");
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
