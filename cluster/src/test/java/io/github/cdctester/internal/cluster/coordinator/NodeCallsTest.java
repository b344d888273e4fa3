// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.Refused;
import io.github.cdctester.internal.cluster.message.Message.Welcome;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls simulated nodes. The test advances the clock and sends the answers of the nodes. */
@Timeout(30)
class NodeCallsTest {

    private static final InetSocketAddress A = new InetSocketAddress("127.0.0.2", 7070);
    private static final InetSocketAddress B = new InetSocketAddress("127.0.0.3", 7070);
    private static final InetSocketAddress C = new InetSocketAddress("127.0.0.4", 7070);

    private record Call(RemoteNode node, InetSocketAddress address) {}

    private final AtomicLong nanos = new AtomicLong(77 * FakeCluster.SECOND);
    private final FakeNodes transport = new FakeNodes();
    private final List<Call> calls = new ArrayList<>();
    private final WorkerNodes strictNodes = WorkerNodes.of(List.of(A, B), List.of(), Path.of("none"));
    private final WorkerNodes elasticNodes = strictNodes.takingLateNodes();

    private record Setup(Coordinator coordinator, NodeCalls calls, FailureDetector detector) {}

    private Setup call(WorkerNodes workerNodes) {
        Coordinator coordinator = new Coordinator(
                workerNodes, FakeCluster.plan(LoadSpec.closedLoop(4)), nanos::get, new RunListener() {});
        transport.setCoordinator(coordinator);
        coordinator.setTransport(transport);
        NodeCalls nodeCalls = new NodeCalls(coordinator, workerNodes, (node, address) -> {
            node.lastMessageNanos = nanos.get();
            calls.add(new Call(node, address));
        });
        nodeCalls.callAll();
        return new Setup(
                coordinator, nodeCalls, new FailureDetector(coordinator, nodeCalls, nanos::get, Duration.ofSeconds(4)));
    }

    /** Completes the handshake of a called node, which then answers each ping. */
    private void join(Setup setup, RemoteNode node) {
        transport.setAnswer(node.address, Ping.class, ping -> new Pong(ping.sentNanos(), 0, 0, MessageSamples.USAGE));
        node.welcome = new Welcome("1", "17", 2);
        setup.coordinator().received(node, new Pong(nanos.get(), 0, 0, MessageSamples.USAGE));
        assertThat(node.isReady()).isTrue();
    }

    private void checkForSeconds(Setup setup, int seconds) {
        for (int i = 0; i < 5 * seconds; i++) {
            setup.detector().checkNodes(nanos.addAndGet(FakeCluster.SECOND / 5));
        }
    }

    @Test
    void givesUpSilentNode() {
        Setup setup = call(strictNodes);
        join(setup, calls.get(0).node());
        checkForSeconds(setup, 30);
        assertThat(calls.get(1).node().isAlive()).as("30 s have not passed").isTrue();
        checkForSeconds(setup, 1);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> setup.calls().await(new StopSignal()))
                .withMessage("worker 127.0.0.3:7070 was lost: it did not answer within 30 s"
                        + " (is 'cdc-tester worker' running there, and the network open?)");
        assertThat(calls).as("no late node is called").hasSize(2);
    }

    @Test
    void startsIfLateNodeIsSilent() throws Exception {
        Setup setup = call(elasticNodes);
        join(setup, calls.get(0).node());
        checkForSeconds(setup, 5);
        assertThat(calls.get(1).node().isAlive()).as("5 s have not passed").isTrue();
        checkForSeconds(setup, 1);
        setup.calls().await(new StopSignal());
        assertThat(calls.get(1).node().lossReason()).contains("it did not answer within 5 s");
    }

    @Test
    void waitsLongerIfNoNodeIsReady() {
        Setup setup = call(elasticNodes);
        checkForSeconds(setup, 30);
        assertThat(calls).allMatch(call -> call.node().isAlive());
        checkForSeconds(setup, 1);
        assertThat(calls.subList(0, 2)).noneMatch(call -> call.node().isAlive());
    }

    @Test
    void ignoresPauseOfThisProcess() {
        Setup setup = call(strictNodes);
        nanos.addAndGet(60 * FakeCluster.SECOND);
        checkForSeconds(setup, 29);
        assertThat(calls).allMatch(call -> call.node().isAlive());
    }

    @Test
    void refusalEndsStartOfElasticRun() {
        Setup setup = call(elasticNodes);
        join(setup, calls.get(0).node());
        setup.coordinator().received(calls.get(1).node(), new Refused("it is busy"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> setup.calls().await(new StopSignal()))
                .withMessage("worker 127.0.0.3:7070 refuses: it is busy");
    }

    @Test
    void lateNodeJoinsAtItsAddress() {
        Setup setup = call(elasticNodes);
        join(setup, calls.get(0).node());
        setup.coordinator().disconnected(calls.get(1).node(), "it cannot be reached");
        checkForSeconds(setup, 1);
        RemoteNode lateNode = calls.get(2).node();
        assertThat(setup.coordinator().nodes)
                .as("its handshake is not complete")
                .doesNotContain(lateNode);
        join(setup, lateNode);
        assertThat(lateNode.home).isEqualTo("127.0.0.3:7070");
        assertThat(setup.coordinator().nodes).containsOnlyOnce(lateNode);
        checkForSeconds(setup, 3);
        assertThat(calls).as("a node that has joined is not called again").hasSize(3);
    }

    @Test
    void lateNodeReadsNoStreams() {
        Setup setup = call(elasticNodes.withSubscribers("127.0.0.2:7070,127.0.0.3:7070"));
        calls.forEach(call -> join(setup, call.node()));
        setup.coordinator().disconnected(calls.get(1).node(), "gone");
        checkForSeconds(setup, 1);
        assertThat(calls).extracting(call -> call.node().reads).containsExactly(true, true, false);
        assertThat(calls).extracting(call -> call.node().writes).containsOnly(true);
    }

    @Test
    void callsAbsentNodeOncePerSecond() {
        Setup setup = call(elasticNodes);
        join(setup, calls.get(0).node());
        for (int i = 0; i < 20; i++) {
            setup.coordinator().disconnected(calls.get(calls.size() - 1).node(), "it cannot be reached");
            checkForSeconds(setup, 1);
        }
        assertThat(calls).hasSize(22);
        assertThat(setup.coordinator().nodes).hasSize(2);
    }

    /** Calls at most 16 late nodes, and counts nodes that have been called but have not joined. */
    @Test
    void limitsNumberOfLateNodes() {
        Setup setup = call(elasticNodes);
        calls.forEach(call -> join(setup, call.node()));
        for (int i = 0; i < 15; i++) {
            setup.coordinator().disconnected(calls.get(calls.size() - 1).node(), "gone");
            checkForSeconds(setup, 1);
            join(setup, calls.get(calls.size() - 1).node());
        }
        assertThat(calls).hasSize(2 + 15);
        setup.coordinator().disconnected(calls.get(0).node(), "gone");
        setup.coordinator().disconnected(calls.get(calls.size() - 1).node(), "gone");
        checkForSeconds(setup, 2);
        assertThat(calls).hasSize(2 + 16);
    }

    @Test
    void callsReplacementAtItsAddress() {
        FakePlatform platform = new FakePlatform(new HashMap<>());
        platform.replacements().put(A, A);
        Setup setup = call(WorkerNodesCopy.of(elasticNodes).platform(platform).build());
        assertThat(calls).extracting(Call::address).as("B is being replaced").containsExactly(A);
        join(setup, calls.get(0).node());
        checkForSeconds(setup, 2);
        assertThat(calls).hasSize(1);
        platform.replacements().put(B, C);
        checkForSeconds(setup, 2);
        assertThat(calls).extracting(Call::address).as("one call at a time").containsExactly(A, C);
        assertThat(calls.get(1).node().home).isEqualTo("127.0.0.3:7070");
        assertThat(calls.get(1).node().address).isEqualTo("127.0.0.4:7070");
    }

    @Test
    void callsListedAddressIfPlatformFails() {
        WorkerNodes.Platform failingPlatform = new WorkerNodes.Platform() {
            private int queries;

            @Override
            public Optional<Instance> current(InetSocketAddress address) {
                if (++queries > 2) {
                    throw new RunFailedException("refused");
                }
                return NONE.current(address);
            }

            @Override
            public CompletableFuture<String> lossReason(String name) {
                return CompletableFuture.completedFuture("");
            }
        };
        Setup setup =
                call(WorkerNodesCopy.of(elasticNodes).platform(failingPlatform).build());
        join(setup, calls.get(0).node());
        setup.coordinator().disconnected(calls.get(1).node(), "gone");
        checkForSeconds(setup, 1);
        assertThat(calls).extracting(Call::address).containsExactly(A, B, B);
    }

    /** The platform assigns the address of a lost pod to its replacement. */
    @Test
    void reportsReasonOfLostProcess() {
        AtomicReference<String> current = new AtomicReference<>("pod-1");
        WorkerNodes.Platform reusingPlatform = new WorkerNodes.Platform() {
            @Override
            public Optional<Instance> current(InetSocketAddress address) {
                return Optional.of(new Instance(current.get(), address));
            }

            @Override
            public CompletableFuture<String> lossReason(String name) {
                return CompletableFuture.completedFuture("end of " + name);
            }
        };
        Setup setup =
                call(WorkerNodesCopy.of(elasticNodes).platform(reusingPlatform).build());
        calls.forEach(call -> join(setup, call.node()));
        setup.coordinator().disconnected(calls.get(1).node(), "gone");
        current.set("pod-2");
        checkForSeconds(setup, 1);
        join(setup, calls.get(2).node());
        setup.coordinator().disconnected(calls.get(2).node(), "gone");
        assertThat(calls.get(1).node().lossReason()).endsWith("Kubernetes reports: end of pod-1");
        assertThat(calls.get(2).node().lossReason()).endsWith("Kubernetes reports: end of pod-2");
    }
}
