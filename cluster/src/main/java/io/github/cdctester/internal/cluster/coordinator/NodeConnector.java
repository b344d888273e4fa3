// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.transport.GrpcCoordinatorTransport;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.run.ClusterProvider;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.run.RunListener;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Connects a run's worker nodes by gRPC. */
public final class NodeConnector implements ClusterProvider {

    @Override
    public RunNodes connect(
            WorkerNodes wanted, Plan plan, NanoClock clock, RunListener listener, StopSignal stop, Resources resources)
            throws InterruptedException {
        SharedSecret secret = SharedSecret.read(wanted.secretFile());
        List<InetSocketAddress> addresses = Stream.concat(wanted.addresses().stream(), wanted.subscribers().stream())
                .distinct()
                .toList();
        int count = addresses.size();
        listener.step("calling " + count + (count == 1 ? " worker node" : " worker nodes"));
        List<RemoteNode> nodes = addresses.stream()
                .map(at -> new RemoteNode(
                        new Peer(WorkerNodes.text(at), WorkerNodes.text(at)),
                        wanted.addresses().contains(at),
                        wanted.subscribers().contains(at)))
                .toList();
        Coordinator coordinator = new Coordinator(nodes, plan, clock, listener, wanted.lossTolerated());
        GrpcCoordinatorTransport transport = resources.add(new GrpcCoordinatorTransport(secret, coordinator));
        coordinator.sendThrough(transport);
        for (int i = 0; i < count; i++) {
            InetSocketAddress at = addresses.get(i);
            nodes.get(i).heard(clock.nanoTime());
            transport.connect(nodes.get(i).peer, at);
        }
        resources.add(new FailureDetector(coordinator, clock, wanted.patience())).start();
        new Handshake(coordinator, clock, stop).complete(wanted.patience());
        nodes.forEach(node -> listener.step(line(node)));
        return new RunNodes(
                wanted.addresses().isEmpty() ? Optional.empty() : Optional.of(coordinator),
                coordinator,
                coordinator::summaries);
    }

    private static String line(RemoteNode node) {
        Welcome welcome = node.welcome();
        return String.format(
                Locale.ROOT,
                "worker %s: %d processors, Java %s, clock %+.3f ms, known within ±%.3f ms",
                node.address(),
                welcome == null ? 0 : welcome.processors(),
                welcome == null ? "" : welcome.java(),
                node.epochAheadMicros() / 1e3,
                node.clockErrorNanos() / 1e6);
    }
}
