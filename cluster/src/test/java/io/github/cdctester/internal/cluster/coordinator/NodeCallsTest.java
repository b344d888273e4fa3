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

/** Calls nodes that do not exist; the test advances the clock, and sends the answers. */
@Timeout(30)
class NodeCallsTest {

    private static final InetSocketAddress A = new InetSocketAddress("127.0.0.2", 7070);
    private static final InetSocketAddress B = new InetSocketAddress("127.0.0.3", 7070);
    private static final InetSocketAddress C = new InetSocketAddress("127.0.0.4", 7070);

    private record Call(RemoteNode node, InetSocketAddress address) {}

    private final AtomicLong nanos = new AtomicLong(77 * FakeCluster.SECOND);
    private final FakeNodes transport = new FakeNodes();
    private final List<Call> calls = new ArrayList<>();
    private final WorkerNodes strict = WorkerNodes.of(List.of(A, B), List.of(), Path.of("none"));
    private final WorkerNodes elastic = strict.takingLateNodes();

    private record Called(Coordinator coordinator, NodeCalls calls, FailureDetector detector) {}

    private Called call(WorkerNodes listed) {
        Coordinator coordinator =
                new Coordinator(listed, FakeCluster.plan(LoadSpec.closedLoop(4)), nanos::get, new RunListener() {});
        transport.setCoordinator(coordinator);
        coordinator.setTransport(transport);
        NodeCalls nodeCalls = new NodeCalls(coordinator, listed, (node, address) -> {
            node.lastMessageNanos = nanos.get();
            calls.add(new Call(node, address));
        });
        nodeCalls.callAll();
        return new Called(
                coordinator, nodeCalls, new FailureDetector(coordinator, nodeCalls, nanos::get, Duration.ofSeconds(4)));
    }

    /** Completes the handshake of a called node, which then answers each ping. */
    private void join(Called called, RemoteNode node) {
        transport.setAnswer(node.address, Ping.class, ping -> new Pong(ping.sentNanos(), 0, 0, MessageSamples.USAGE));
        node.welcome = new Welcome("1", "17", 2);
        called.coordinator().received(node, new Pong(nanos.get(), 0, 0, MessageSamples.USAGE));
        assertThat(node.isReady()).isTrue();
    }

    private void checkForSeconds(Called called, int seconds) {
        for (int i = 0; i < 5 * seconds; i++) {
            called.detector().checkNodes(nanos.addAndGet(FakeCluster.SECOND / 5));
        }
    }

    @Test
    void givesUpSilentNode() {
        Called called = call(strict);
        join(called, calls.get(0).node());
        checkForSeconds(called, 30);
        assertThat(calls.get(1).node().isAlive()).as("30 s have not passed").isTrue();
        checkForSeconds(called, 1);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> called.calls().await(new StopSignal()))
                .withMessage("worker 127.0.0.3:7070 was lost: it did not answer within 30 s"
                        + " (is 'cdc-tester worker' running there, and the network open?)");
        assertThat(calls).as("no late node is called").hasSize(2);
    }

    @Test
    void startsWithoutSilentLateNode() throws Exception {
        Called called = call(elastic);
        join(called, calls.get(0).node());
        checkForSeconds(called, 5);
        assertThat(calls.get(1).node().isAlive()).as("5 s have not passed").isTrue();
        checkForSeconds(called, 1);
        called.calls().await(new StopSignal());
        assertThat(calls.get(1).node().lossReason()).contains("it did not answer within 5 s");
    }

    @Test
    void waitsLongerIfNoNodeIsThere() {
        Called called = call(elastic);
        checkForSeconds(called, 30);
        assertThat(calls).allMatch(call -> call.node().isAlive());
        checkForSeconds(called, 1);
        assertThat(calls.subList(0, 2)).noneMatch(call -> call.node().isAlive());
    }

    @Test
    void ignoresPauseOfThisProcess() {
        Called called = call(strict);
        nanos.addAndGet(60 * FakeCluster.SECOND);
        checkForSeconds(called, 29);
        assertThat(calls).allMatch(call -> call.node().isAlive());
    }

    @Test
    void refusalEndsStartOfElasticRun() {
        Called called = call(elastic);
        join(called, calls.get(0).node());
        called.coordinator().received(calls.get(1).node(), new Refused("it is busy"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> called.calls().await(new StopSignal()))
                .withMessage("worker 127.0.0.3:7070 refuses: it is busy");
    }

    @Test
    void lateNodeJoinsAtItsAddress() {
        Called called = call(elastic);
        join(called, calls.get(0).node());
        called.coordinator().disconnected(calls.get(1).node(), "it cannot be reached");
        checkForSeconds(called, 1);
        RemoteNode late = calls.get(2).node();
        assertThat(called.coordinator().nodes)
                .as("its handshake is not complete")
                .doesNotContain(late);
        join(called, late);
        assertThat(late.home).isEqualTo("127.0.0.3:7070");
        assertThat(called.coordinator().nodes).containsOnlyOnce(late);
        checkForSeconds(called, 3);
        assertThat(calls).as("it is there").hasSize(3);
    }

    @Test
    void lateNodeReadsNoStreams() {
        Called called = call(elastic.withSubscribers("127.0.0.2:7070,127.0.0.3:7070"));
        calls.forEach(call -> join(called, call.node()));
        called.coordinator().disconnected(calls.get(1).node(), "gone");
        checkForSeconds(called, 1);
        assertThat(calls).extracting(call -> call.node().reads).containsExactly(true, true, false);
        assertThat(calls).extracting(call -> call.node().writes).containsOnly(true);
    }

    @Test
    void callsAbsentNodeOncePerSecond() {
        Called called = call(elastic);
        join(called, calls.get(0).node());
        for (int i = 0; i < 20; i++) {
            called.coordinator().disconnected(calls.get(calls.size() - 1).node(), "it cannot be reached");
            checkForSeconds(called, 1);
        }
        assertThat(calls).hasSize(22);
        assertThat(called.coordinator().nodes).hasSize(2);
    }

    @Test
    void callsReplacementAtItsAddress() {
        FakePlatform platform = new FakePlatform(new HashMap<>());
        platform.replacements().put(A, A);
        Called called = call(WorkerNodesCopy.of(elastic).platform(platform).build());
        assertThat(calls).extracting(Call::address).as("B is being replaced").containsExactly(A);
        join(called, calls.get(0).node());
        checkForSeconds(called, 2);
        assertThat(calls).hasSize(1);
        platform.replacements().put(B, C);
        checkForSeconds(called, 2);
        assertThat(calls).extracting(Call::address).as("one call at a time").containsExactly(A, C);
        assertThat(calls.get(1).node().home).isEqualTo("127.0.0.3:7070");
        assertThat(calls.get(1).node().address).isEqualTo("127.0.0.4:7070");
    }

    @Test
    void callsListedAddressIfPlatformFails() {
        WorkerNodes.Platform failing = new WorkerNodes.Platform() {
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
        Called called = call(WorkerNodesCopy.of(elastic).platform(failing).build());
        join(called, calls.get(0).node());
        called.coordinator().disconnected(calls.get(1).node(), "gone");
        checkForSeconds(called, 1);
        assertThat(calls).extracting(Call::address).containsExactly(A, B, B);
    }

    /** The platform gives the address of a lost pod to its replacement. */
    @Test
    void reportsReasonOfLostProcess() {
        AtomicReference<String> current = new AtomicReference<>("pod-1");
        WorkerNodes.Platform reusing = new WorkerNodes.Platform() {
            @Override
            public Optional<Instance> current(InetSocketAddress address) {
                return Optional.of(new Instance(current.get(), address));
            }

            @Override
            public CompletableFuture<String> lossReason(String name) {
                return CompletableFuture.completedFuture("end of " + name);
            }
        };
        Called called = call(WorkerNodesCopy.of(elastic).platform(reusing).build());
        calls.forEach(call -> join(called, call.node()));
        called.coordinator().disconnected(calls.get(1).node(), "gone");
        current.set("pod-2");
        checkForSeconds(called, 1);
        join(called, calls.get(2).node());
        called.coordinator().disconnected(calls.get(2).node(), "gone");
        assertThat(calls.get(1).node().lossReason()).endsWith("Kubernetes reports: end of pod-1");
        assertThat(calls.get(2).node().lossReason()).endsWith("Kubernetes reports: end of pod-2");
    }
}
