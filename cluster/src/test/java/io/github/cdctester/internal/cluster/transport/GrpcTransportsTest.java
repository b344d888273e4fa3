// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.message.Message.Pong;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.cluster.message.MessageSamples;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import io.github.cdctester.internal.meter.duration.Distribution;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class GrpcTransportsTest {

    private static final int MESSAGE_COUNT = 2_000;

    /** gRPC waits one second for the second thread of a handshake, but may begin to wait late. */
    private static final Duration LONGER_THAN_GRPC_TIMEOUT = Duration.ofSeconds(20);

    @TempDir
    static Path directory;

    private static SharedSecret secret;

    private final RecordingReceiver worker = new RecordingReceiver();
    private final RecordingReceiver coordinator = new RecordingReceiver();
    private final Peer member = new Peer("worker 1", "127.0.0.1");
    private GrpcWorkerTransport workerTransport;
    private GrpcCoordinatorTransport<Peer> callerTransport;
    private long callCount;

    @BeforeAll
    static void createSecret() throws InterruptedException {
        Path file = directory.resolve("nodes.p12");
        SharedSecret.create(file);
        secret = SharedSecret.read(file);
    }

    @BeforeEach
    void listen() {
        workerTransport = new GrpcWorkerTransport(loopback(0), secret, worker, line -> {});
        callerTransport = new GrpcCoordinatorTransport<>(secret, coordinator);
    }

    @AfterEach
    void close() {
        callerTransport.close();
        workerTransport.close();
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    /** Returns the worker's view of the caller. */
    private Peer call() throws InterruptedException {
        Ping ping = new Ping(--callCount);
        callerTransport.connect(member, loopback(workerTransport.port()), ping);
        RecordingReceiver.Report first = worker.next();
        while (!ping.equals(first.message())) { // skips messages of ended calls
            first = worker.next();
        }
        return first.member();
    }

    @Test
    void deliversMessagesInOrder() throws InterruptedException {
        Peer caller = call();
        for (int i = 1; i <= MESSAGE_COUNT; i++) {
            callerTransport.send(member, new Ping(i));
            workerTransport.send(caller, new Pong(i, 0, 0, MessageSamples.USAGE));
        }
        for (int i = 1; i <= MESSAGE_COUNT; i++) {
            assertThat(worker.next()).isEqualTo(new RecordingReceiver.Report(caller, new Ping(i), ""));
            assertThat(coordinator.next())
                    .isEqualTo(new RecordingReceiver.Report(member, new Pong(i, 0, 0, MessageSamples.USAGE), ""));
        }
    }

    @Test
    void deliversLargeMessage() throws InterruptedException {
        Peer caller = call();
        Message progress = new WriteProgress(7, MessageSamples.writeUpdate());
        String text = "x".repeat(8 << 20);
        workerTransport.send(caller, progress);
        workerTransport.send(caller, new Message.JoinGroup(7, Map.of("x", text)));
        assertThat(progress)
                .usingRecursiveComparison()
                .withEqualsForType(MessageSamples::haveSameValues, Distribution.class)
                .isEqualTo(coordinator.next().message());
        assertThat(coordinator.next().message()).isEqualTo(new Message.JoinGroup(7, Map.of("x", text)));
    }

    @Test
    void reportsAddressOfCaller() throws InterruptedException {
        assertThat(call().address()).matches("127\\.0\\.0\\.1:\\d+");
    }

    @Test
    void separatesTwoCallers() throws InterruptedException {
        Peer first = call();
        RecordingReceiver otherReceiver = new RecordingReceiver();
        try (GrpcCoordinatorTransport<Peer> secondTransport = new GrpcCoordinatorTransport<>(secret, otherReceiver)) {
            secondTransport.connect(member, loopback(workerTransport.port()), new Ping(5));
            Peer caller = worker.next().member();
            assertThat(caller).isNotEqualTo(first);
            workerTransport.send(caller, new Pong(5, 0, 0, MessageSamples.USAGE));
            workerTransport.send(first, new Pong(6, 0, 0, MessageSamples.USAGE));
            assertThat(otherReceiver.next().message()).isEqualTo(new Pong(5, 0, 0, MessageSamples.USAGE));
            assertThat(coordinator.next().message()).isEqualTo(new Pong(6, 0, 0, MessageSamples.USAGE));
        }
        assertThat(worker.next().message())
                .as("the second caller has disconnected")
                .isNull();
    }

    @Test
    void detectsClosedWorker() throws InterruptedException {
        call();
        workerTransport.close();
        RecordingReceiver.Report last = coordinator.next();
        assertThat(last.message()).isNull();
        assertThat(last.why()).isEqualTo("it was stopped");
        callerTransport.send(member, new Ping(1)); // there is no receiver
        assertThat(coordinator.isEmpty()).isTrue();
    }

    @Test
    void detectsClosedCaller() throws InterruptedException {
        Peer caller = call();
        callerTransport.close();
        assertThat(worker.next()).isEqualTo(new RecordingReceiver.Report(caller, null, ""));
        workerTransport.send(caller, new Pong(1, 0, 0, MessageSamples.USAGE)); // there is no receiver
        assertThat(coordinator.isEmpty())
                .as("the closing side gets no callback")
                .isTrue();
    }

    /** A thread may connect again while the run ends. */
    @Test
    void closedCallerDoesNotConnect() throws InterruptedException {
        callerTransport.close();
        callerTransport.connect(member, loopback(workerTransport.port()), new Ping(1));
        try (GrpcCoordinatorTransport<Peer> nextTransport = new GrpcCoordinatorTransport<>(secret, coordinator)) {
            nextTransport.connect(member, loopback(workerTransport.port()), new Ping(2));
            assertThat(worker.next().message()).isEqualTo(new Ping(2));
        }
    }

    @Test
    void detectsCallerThatDisconnects() throws InterruptedException {
        Peer caller = call();
        callerTransport.disconnect(member);
        RecordingReceiver.Report last = worker.next();
        assertThat(last.member()).isEqualTo(caller);
        assertThat(last.message()).isNull();
        assertThat(last.why()).isNotEmpty();
        callerTransport.send(member, new Ping(1));
        callerTransport.disconnect(member);
        workerTransport.send(caller, new Pong(1, 0, 0, MessageSamples.USAGE));
        assertThat(coordinator.isEmpty())
                .as("the disconnecting side gets no callback")
                .isTrue();
    }

    @Test
    void detectsWorkerThatDisconnects() throws InterruptedException {
        Peer caller = call();
        workerTransport.disconnect(caller);
        RecordingReceiver.Report last = coordinator.next();
        assertThat(last.message()).isNull();
        assertThat(last.why())
                .isEqualTo("it received nothing from this coordinator in time, and closed the connection");
        workerTransport.send(caller, new Pong(1, 0, 0, MessageSamples.USAGE));
        workerTransport.disconnect(caller);
        assertThat(worker.isEmpty())
                .as("the disconnecting side gets no callback")
                .isTrue();
    }

    @Test
    void sendingDuringEndOfCallIsSafe() throws Exception {
        for (int round = 0; round < 20; round++) {
            Peer caller = call();
            FutureTask<Void> sending = new FutureTask<>(() -> {
                for (int i = 0; i < MESSAGE_COUNT; i++) {
                    callerTransport.send(member, new Ping(i));
                    workerTransport.send(caller, new Pong(i, 0, 0, MessageSamples.USAGE));
                }
                return null;
            });
            Thread sender = new Thread(sending);
            sender.start();
            if (round % 2 == 0) {
                callerTransport.disconnect(member);
            } else {
                workerTransport.disconnect(caller);
                callerTransport.disconnect(member);
            }
            sending.get();
        }
    }

    @Test
    void detectsMissingWorker() throws InterruptedException {
        int port = workerTransport.port();
        workerTransport.close();
        callerTransport.connect(member, loopback(port), new Ping(1));
        RecordingReceiver.Report last = coordinator.next();
        assertThat(last.message()).isNull();
        assertThat(last.why()).startsWith("it cannot be reached (").contains("refused");
    }

    @Test
    void callsAgainIfBusyNodeEndsHandshake() throws Exception {
        try (ServerSocket busyNode = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            callerTransport.connect(member, loopback(busyNode.getLocalPort()), new Ping(1));
            for (int i = 0; i < 1 + GrpcCoordinatorTransport.MAX_REPEATED_CALLS; i++) {
                busyNode.accept().close();
            }
            RecordingReceiver.Report last = coordinator.next();
            assertThat(last.message()).isNull();
            assertThat(last.why()).as("it does not blame the secret").startsWith("its connection broke (");
        }
    }

    /** Only one thread starts before gRPC's timeout, like on a busy machine. */
    @Test
    void reconnectsAfterGrpcTimeout() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        ThreadFactory threads = callerTransport.connectionThreads.getThreadFactory();
        AtomicInteger count = new AtomicInteger();
        callerTransport.connectionThreads.setThreadFactory(task -> {
            boolean isFirstThread = count.incrementAndGet() == 1;
            if (callerTransport.connectionThreads.getCorePoolSize() > GrpcCoordinatorTransport.THREADS_PER_CONNECTION) {
                release.countDown();
            }
            return threads.newThread(() -> {
                if (!isFirstThread) {
                    awaitFor(LONGER_THAN_GRPC_TIMEOUT, release);
                }
                task.run();
            });
        });
        try {
            Ping firstPing = new Ping(1);
            callerTransport.connect(member, loopback(workerTransport.port()), firstPing);
            RecordingReceiver.Report receivedReport = worker.next();
            assertThat(receivedReport.message()).isEqualTo(firstPing);
            assertThat(callerTransport.connectionThreads.getCorePoolSize())
                    .as("the node was called again")
                    .isGreaterThan(GrpcCoordinatorTransport.THREADS_PER_CONNECTION);
            workerTransport.send(receivedReport.member(), new Pong(1, 0, 0, MessageSamples.USAGE));
            assertThat(coordinator.next().message())
                    .as("the receiver got no failure")
                    .isEqualTo(new Pong(1, 0, 0, MessageSamples.USAGE));
        } finally {
            release.countDown();
        }
    }

    private static void awaitFor(Duration timeout, CountDownLatch latch) {
        try {
            latch.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void rejectsPortInUse() {
        int port = workerTransport.port();
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> new GrpcWorkerTransport(loopback(port), secret, worker, line -> {}))
                .withMessageStartingWith("cannot listen on 127.0.0.1:" + port + ": ")
                .withMessageEndingWith(
                        "; another program uses the port, or the address does not belong to this machine");
    }
}
