// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.WorkerNodes;
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
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** Connects a run's worker nodes through gRPC. */
public final class NodeConnector implements ClusterProvider {

    /** Makes the coordinator give up a node before the node gives up the coordinator. */
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
        Coordinator coordinator = new Coordinator(workerNodes, plan, clock, listener);
        if (workerNodes.files() != null) {
            coordinator.files = resources.add(new NodeFiles(workerNodes.files()));
        }
        GrpcCoordinatorTransport<RemoteNode> transport =
                resources.add(new GrpcCoordinatorTransport<>(secret, coordinator));
        coordinator.setTransport(transport);
        long timeoutMillis = workerNodes.timeout().plus(NODE_EXTRA_TIMEOUT).toMillis();
        String coordinatorId = UUID.randomUUID().toString();
        NodeCalls calls = new NodeCalls(coordinator, workerNodes, (node, address) -> {
            node.lastMessageNanos = clock.nanoTime();
            transport.connect(
                    node,
                    address,
                    new Message.Hello(ToolInfo.current("").version(), timeoutMillis, coordinatorId, node.address));
        });
        listener.step("calling "
                + PlainText.withNoun(NodeCalls.allAddresses(workerNodes).size(), "worker node"));
        calls.callAll();
        resources
                .add(new FailureDetector(coordinator, calls, clock, workerNodes.timeout()))
                .start();
        calls.await(stop);
        coordinator.nodes.forEach(node -> listener.step(
                node.isAlive() ? describe(node) : "worker " + node.address + " is not there; it is called again"));
        return new RunNodes(
                workerNodes.addresses().isEmpty() ? Optional.empty() : Optional.of(coordinator),
                coordinator,
                coordinator::summaries);
    }

    private static String describe(RemoteNode node) {
        Message.Welcome welcome = node.welcome;
        return String.format(
                Locale.ROOT,
                "worker %s: %d processors, Java %s, clock %+.3f ms, known within ±%.3f ms",
                node.address,
                welcome == null ? 0 : welcome.processors(),
                welcome == null ? "" : welcome.java(),
                node.clock.epochAheadMicros() / 1e3,
                node.clock.errorNanos() / 1e6);
    }
}
