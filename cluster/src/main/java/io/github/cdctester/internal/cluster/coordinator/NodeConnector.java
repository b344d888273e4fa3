// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.transport.GrpcCoordinatorTransport;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.internal.report.NodeFiles;
import io.github.cdctester.internal.run.ClusterProvider;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Connects the worker nodes of a run by gRPC. */
public final class NodeConnector implements ClusterProvider {

    /** Extra timeout of nodes, so that the coordinator gives up a node before the node gives up the coordinator. */
    private static final Duration NODE_EXTRA_TIMEOUT = Duration.ofSeconds(3);

    @Override
    public RunNodes connect(
            WorkerNodes workerNodes,
            Plan plan,
            NanoClock clock,
            RunListener listener,
            StopSignal stop,
            Resources resources)
            throws InterruptedException {
        SharedSecret secret = SharedSecret.read(workerNodes.secretFile());
        Map<RemoteNode, Optional<InetSocketAddress>> addresses = addresses(workerNodes);
        List<RemoteNode> nodes = List.copyOf(addresses.keySet());
        listener.step("calling " + PlainText.counted(nodes.size(), "worker node"));
        Coordinator coordinator = new Coordinator(nodes, plan, clock, listener, workerNodes.lossTolerated());
        coordinator.platform = workerNodes.platform();
        if (workerNodes.files() != null) {
            coordinator.files = resources.add(new NodeFiles(workerNodes.files()));
        }
        GrpcCoordinatorTransport<RemoteNode> transport =
                resources.add(new GrpcCoordinatorTransport<>(secret, coordinator));
        coordinator.setTransport(transport);
        long millis = workerNodes.timeout().plus(NODE_EXTRA_TIMEOUT).toMillis();
        String id = UUID.randomUUID().toString();
        BiConsumer<RemoteNode, InetSocketAddress> calling = (node, at) -> {
            node.lastMessageNanos = clock.nanoTime();
            transport.connect(node, at, new Message.Hello(ToolInfo.current("").version(), millis, id, node.address()));
        };
        if (workerNodes.lateNodesTaken()) {
            coordinator.expectLateNodes(workerNodes.addresses(), calling);
        }
        addresses.forEach((node, address) -> address.ifPresentOrElse(
                at -> calling.accept(node, at), () -> coordinator.giveUp(node, "connection", "it is being replaced")));
        resources
                .add(new FailureDetector(coordinator, clock, workerNodes.timeout()))
                .start();
        new Handshake(coordinator, clock, stop).complete();
        nodes.forEach(node -> listener.step(
                node.isAlive() ? describe(node) : "worker " + node.address() + " is not there; it is called again"));
        return new RunNodes(
                workerNodes.addresses().isEmpty() ? Optional.empty() : Optional.of(coordinator),
                coordinator,
                coordinator::summaries);
    }

    /** Returns the nodes and their current addresses; empty while a platform replaces a node. */
    private static Map<RemoteNode, Optional<InetSocketAddress>> addresses(WorkerNodes given) {
        Map<RemoteNode, Optional<InetSocketAddress>> addresses = new LinkedHashMap<>();
        Stream.concat(given.addresses().stream(), given.subscribers().stream())
                .distinct()
                .forEach(home -> {
                    Optional<InetSocketAddress> current = given.platform().currentAddress(home);
                    addresses.put(
                            new RemoteNode(
                                    WorkerNodes.text(home),
                                    WorkerNodes.text(current.orElse(home)),
                                    given.addresses().contains(home),
                                    given.subscribers().contains(home)),
                            current);
                });
        return addresses;
    }

    private static String describe(RemoteNode node) {
        Message.Welcome welcome = node.welcome;
        return String.format(
                Locale.ROOT,
                "worker %s: %d processors, Java %s, clock %+.3f ms, known within ±%.3f ms",
                node.address(),
                welcome == null ? 0 : welcome.processors(),
                welcome == null ? "" : welcome.java(),
                node.clock.epochAheadMicros() / 1e3,
                node.clock.errorNanos() / 1e6);
    }

    /** Waits until each called node has completed the handshake, or may join later. */
    private record Handshake(Coordinator coordinator, NanoClock clock, StopSignal stop) {

        private static final Duration TIMEOUT = Duration.ofSeconds(30);

        /** Maximum wait for nodes on plain hosts that may join later, if one node is available. A platform's nodes listen. */
        private static final Duration LATE_NODE_TIMEOUT = Duration.ofSeconds(5);

        void complete() throws InterruptedException {
            synchronized (coordinator) {
                Duration first = coordinator.platform == WorkerNodes.Platform.NONE ? LATE_NODE_TIMEOUT : TIMEOUT;
                if (awaitUntil(first, () -> missing().isEmpty())) {
                    return;
                }
                boolean all = awaitUntil(TIMEOUT.minus(first), () -> missing().isEmpty() || canStartWithoutMissing());
                List<RemoteNode> missing = missing();
                if (!all) {
                    throw new RunFailedException("no answer within " + TIMEOUT.toSeconds() + " s from worker "
                            + missing.stream().map(RemoteNode::address).collect(Collectors.joining(", "))
                            + ": is 'cdc-tester worker' running there, and the network open?");
                }
                missing.forEach(node -> coordinator.giveUp(node, "connection", "it does not answer"));
            }
        }

        private boolean awaitUntil(Duration timeout, BooleanSupplier done) throws InterruptedException {
            return RemoteTask.await(coordinator, clock, timeout, done);
        }

        private boolean canStartWithoutMissing() {
            return missing().stream().allMatch(this::mayJoinLater)
                    && coordinator.nodes.stream().anyMatch(node -> node.writes && node.isReady());
        }

        private List<RemoteNode> missing() {
            if (stop.isRaised()) {
                throw new RunFailedException("stopped while calling worker nodes");
            }
            String refusal = coordinator.refusal;
            if (refusal != null) {
                throw new RunFailedException(refusal);
            }
            coordinator.nodes.stream().filter(node -> !mayJoinLater(node)).forEach(RemoteNode::failIfLost);
            coordinator.requireAliveWriters(); // fails if no node is left
            return coordinator.nodes.stream()
                    .filter(node -> node.isAlive() && !node.isReady())
                    .toList();
        }

        private boolean mayJoinLater(RemoteNode node) {
            return coordinator.expectsLate() && node.writes && !node.reads;
        }
    }
}
