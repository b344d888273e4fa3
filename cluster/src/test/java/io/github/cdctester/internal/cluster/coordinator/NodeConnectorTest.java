// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Hello;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.node.WorkerNode;
import io.github.cdctester.internal.cluster.transport.GrpcWorkerTransport;
import io.github.cdctester.internal.cluster.transport.SharedSecret;
import io.github.cdctester.internal.cluster.transport.Transport;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.run.load.WorkerPool;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class NodeConnectorTest {

    @TempDir
    static Path directory;

    private static Path secret;

    private final Resources nodes = new Resources();
    private final Resources resources = new Resources();
    private final StopSignal stop = new StopSignal();
    private NanoClock clock = NanoClock.SYSTEM;
    private boolean isElastic;
    private WorkerNodes.Platform platform = WorkerNodes.Platform.NONE;
    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
    private final List<String> steps = new ArrayList<>();

    @BeforeAll
    static void createSecret() throws InterruptedException {
        secret = directory.resolve("nodes.p12");
        SharedSecret.create(secret);
    }

    @AfterEach
    void close() {
        resources.close();
        nodes.close();
    }

    private static InetSocketAddress freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return loopback(socket.getLocalPort());
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    private int startNodeAt(InetSocketAddress address) {
        WorkerNode node = new WorkerNode(ToolInfo.current("").version(), NanoClock.SYSTEM, log::add);
        GrpcWorkerTransport transport =
                nodes.add(new GrpcWorkerTransport(address, SharedSecret.read(secret), node, log::add));
        nodes.add(node);
        node.setTransport(transport);
        return transport.port();
    }

    private InetSocketAddress startNode() {
        return loopback(startNodeAt(loopback(0)));
    }

    private InetSocketAddress startNodeOfVersion(String version) {
        WorkerNode node = new WorkerNode(version, NanoClock.SYSTEM, log::add);
        GrpcWorkerTransport transport =
                nodes.add(new GrpcWorkerTransport(loopback(0), SharedSecret.read(secret), node, log::add));
        node.setTransport(transport);
        return loopback(transport.port());
    }

    private WorkerPool.Factory connect(Path file, InetSocketAddress... addresses) throws InterruptedException {
        String text = Stream.of(addresses).map(WorkerNodes::text).collect(Collectors.joining(","));
        WorkerNodes workerNodes = WorkerNodesCopy.of(WorkerNodes.parse(text, file))
                .platform(platform)
                .build();
        return new NodeConnector()
                .connect(
                        isElastic ? workerNodes.takingLateNodes() : workerNodes,
                        FakeCluster.plan(LoadSpec.closedLoop(2)),
                        clock,
                        new RunListener() {
                            @Override
                            public void step(String step) {
                                steps.add(step);
                            }
                        },
                        stop,
                        resources)
                .writerFactory()
                .orElseThrow();
    }

    @Test
    void connectsAllNodesAndReadsTheirClocks() throws Exception {
        InetSocketAddress first = startNode();
        InetSocketAddress second = startNode();
        WorkerPool.Factory pools = connect(secret, first, second);
        assertThat(pools.isAllCounted()).isTrue();
        assertThat(pools.leadNanos()).isPositive();
        assertThat(steps).hasSize(3).first().isEqualTo("calling 2 worker nodes");
        assertThat(steps.get(1))
                .matches("worker 127\\.0\\.0\\.1:" + first.getPort()
                        + ": \\d+ processors?, Java \\S+, clock [+-]\\d+\\.\\d{3} ms,"
                        + " known within ±\\d+\\.\\d{3} ms");
        assertThat(log.take()).startsWith("works for 127.0.0.1:");
        assertThat(log.take()).startsWith("works for 127.0.0.1:");
        resources.close();
        assertThat(log.take()).endsWith(" has left");
        assertThat(log.take()).endsWith(" has left");
    }

    @Test
    void rejectsNodeWithTwoAddresses() throws Exception {
        InetSocketAddress anyAddress = new InetSocketAddress("0.0.0.0", 0);
        int port = startNodeAt(anyAddress);
        InetSocketAddress secondAddress = new InetSocketAddress("127.0.0.2", port);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> connect(secret, loopback(port), secondAddress))
                .withMessageMatching("worker 127\\.0\\.0\\.[12]:(\\d+) refuses: it is the same node as"
                        + " 127\\.0\\.0\\.[12]:\\1: name each worker node once");
    }

    @Test
    void nodesAreFreeForNextCoordinator() throws Exception {
        InetSocketAddress address = startNode();
        connect(secret, address);
        assertThat(log.take()).startsWith("works for ");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> connect(secret, address))
                .withMessageMatching(
                        "worker " + WorkerNodes.text(address) + " refuses: it works for 127\\.0\\.0\\.1:\\d+ already");
        assertThat(log.take()).startsWith("refused 127.0.0.1:").contains(": busy for 127.0.0.1:");
        resources.close();
        assertThat(log.take()).endsWith(" has left");
        assertThat(connect(secret, address).isAllCounted()).isTrue();
    }

    @Test
    void reportsRefusalByNodeOfOtherVersion() throws Exception {
        InetSocketAddress address = startNodeOfVersion("0.0.1");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> connect(secret, address))
                .withMessageMatching("worker " + WorkerNodes.text(address)
                        + " refuses: it is cdc-tester 0\\.0\\.1, and this is \\S+");
        assertThat(log.take()).startsWith("refused 127.0.0.1:").contains("this is 0.0.1");
    }

    /** The node does not check the version. */
    @Test
    void rejectsNodeThatAcceptsOtherVersion() throws Exception {
        AtomicReference<GrpcWorkerTransport> answers = new AtomicReference<>();
        GrpcWorkerTransport transport = new GrpcWorkerTransport(
                loopback(0),
                SharedSecret.read(secret),
                new Transport.Receiver<>() {
                    @Override
                    public void received(Peer from, Message message) {
                        answers.get().send(from, new Message.Welcome("0.0.2\u001b[2J", "17", 2));
                    }

                    @Override
                    public void disconnected(Peer peer, String reason) {}
                },
                log::add);
        nodes.add(transport);
        answers.set(transport);

        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> connect(secret, loopback(transport.port())))
                .withMessageContaining("it sent an invalid message: it is cdc-tester 0.0.2\uFFFD[2J, and this is ");
    }

    @Test
    void reportsMissingNode() throws Exception {
        InetSocketAddress address = startNode();
        InetSocketAddress missingAddress = freeAddress();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> connect(secret, address, missingAddress))
                .withMessageStartingWith(
                        "worker " + WorkerNodes.text(missingAddress) + " was lost: it cannot be reached (");
    }

    @Test
    void keepsConnectedNodeWhileWaitingForOther() throws Exception {
        try (ServerSocket silentServer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            BlockingQueue<Message> receivedMessages = new LinkedBlockingQueue<>();
            InetSocketAddress connectedNode = startRecordingNode(receivedMessages);
            CompletableFuture<WorkerPool.Factory> connectFuture = CompletableFuture.supplyAsync(() -> {
                try {
                    return connect(secret, connectedNode, loopback(silentServer.getLocalPort()));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(receivedMessages.take()).isInstanceOf(Hello.class);
            assertThat(receivedMessages.take()).isInstanceOf(Ping.class);
            assertThat(receivedMessages.take()).isInstanceOf(Ping.class);
            assertThat(connectFuture).isNotDone();

            stop.raise();
            assertThatExceptionOfType(CompletionException.class)
                    .isThrownBy(connectFuture::join)
                    .havingCause()
                    .isInstanceOf(StoppedEarlyException.class)
                    .withMessage("stopped while calling worker nodes");
        }
    }

    @Test
    void doesNotWaitForLateNodes() throws Exception {
        clock = () -> 4 * System.nanoTime(); // not faster: the time between checks would look like a pause
        isElastic = true;
        InetSocketAddress address = startNode();
        try (ServerSocket silentServer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress lateAddress = loopback(silentServer.getLocalPort());
            connect(secret, lateAddress, address);
            assertThat(steps).last().asString().startsWith("worker " + WorkerNodes.text(address) + ": ");
            assertThat(steps).contains("worker " + WorkerNodes.text(lateAddress) + " is not there; it is called again");
        }
    }

    @Test
    void callsNodesAtCurrentAddresses() throws Exception {
        isElastic = true;
        InetSocketAddress replacement = startNode();
        InetSocketAddress lostAddress = freeAddress();
        InetSocketAddress absent = freeAddress();
        platform = new FakePlatform(Map.of(lostAddress, replacement));
        connect(secret, lostAddress, absent);
        assertThat(steps.get(1)).startsWith("worker " + WorkerNodes.text(replacement) + ": ");
        assertThat(steps.get(2)).isEqualTo("worker " + WorkerNodes.text(absent) + " is not there; it is called again");
    }

    @Test
    void pauseOfCoordinatorLosesNoNode() throws Exception {
        AtomicLong pauseNanos = new AtomicLong();
        CountDownLatch clockReadings = new CountDownLatch(4);
        clock = () -> {
            if (pauseNanos.get() > 0) {
                clockReadings.countDown();
            }
            return System.nanoTime() + pauseNanos.get();
        };
        CountDownLatch answersAllowed = new CountDownLatch(1);
        BlockingQueue<Message> receivedMessages = new LinkedBlockingQueue<>();
        InetSocketAddress address = startRecordingNode(receivedMessages, answersAllowed);
        CompletableFuture<WorkerPool.Factory> connectFuture = CompletableFuture.supplyAsync(() -> {
            try {
                return connect(secret, address);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(receivedMessages.take()).isInstanceOf(Hello.class);
        pauseNanos.set(60_000_000_000L);
        clockReadings.await();
        assertThat(connectFuture).as("the timeout does not count the pause").isNotDone();
        answersAllowed.countDown();
        assertThat(connectFuture.join().isAllCounted()).isTrue();
    }

    private InetSocketAddress startRecordingNode(BlockingQueue<Message> receivedMessages) {
        return startRecordingNode(receivedMessages, new CountDownLatch(0));
    }

    /** The node answers after {@code answersAllowed} is released. */
    private InetSocketAddress startRecordingNode(
            BlockingQueue<Message> receivedMessages, CountDownLatch answersAllowed) {
        WorkerNode node = new WorkerNode(ToolInfo.current("").version(), NanoClock.SYSTEM, log::add);
        Transport.Receiver<Peer> recordingReceiver = new Transport.Receiver<>() {
            @Override
            public void received(Peer from, Message message) {
                receivedMessages.add(message);
                try {
                    answersAllowed.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                node.received(from, message);
            }

            @Override
            public void disconnected(Peer peer, String reason) {
                node.disconnected(peer, reason);
            }
        };
        GrpcWorkerTransport transport =
                nodes.add(new GrpcWorkerTransport(loopback(0), SharedSecret.read(secret), recordingReceiver, log::add));
        node.setTransport(transport);
        return loopback(transport.port());
    }

    @Test
    void namesNodeWithOtherSecret() throws Exception {
        InetSocketAddress address = startNode();
        Path otherSecret = directory.resolve("other.p12");
        SharedSecret.create(otherSecret);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> connect(otherSecret, address))
                .withMessageStartingWith("worker " + WorkerNodes.text(address)
                        + " was lost: it has another secret, or is no worker node (");
        assertThat(log.take()).containsPattern("(does not have|before it had shown) this secret \\(");
    }

    @Test
    void missingSecretPreventsConnections() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> connect(directory.resolve("missing.p12"), freeAddress()))
                .withMessageStartingWith("secretFile: ");
        assertThat(steps).isEmpty();
    }

    @Test
    void closedNodeIsLost() throws Exception {
        InetSocketAddress address = startNode();
        Coordinator coordinator = (Coordinator) connect(secret, address);
        nodes.close();
        synchronized (coordinator) {
            while (coordinator.isAllCounted()) {
                coordinator.wait();
            }
        }
        assertThat(coordinator.nodes.get(0).lossReason())
                .isEqualTo("worker " + WorkerNodes.text(address) + " was lost: it was stopped");
    }

    /** The run fails before any connection, because the secret file is missing. */
    @Test
    void libraryFindsThisModule() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> CdcTester.plan()
                        .endpoint(Endpoint.of("jdbc:mysql://127.0.0.1:1/sbtest", "root", ""))
                        .workload(Sysbench.oltpInsert())
                        .workers(WorkerNodes.parse("127.0.0.1:1", directory.resolve("missing.p12")))
                        .run())
                .withMessageStartingWith("secretFile: ");
    }
}
