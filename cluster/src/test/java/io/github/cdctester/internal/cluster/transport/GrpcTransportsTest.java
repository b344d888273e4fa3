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

/** A coordinator and a worker node on this machine's own address. */
@Timeout(30)
class GrpcTransportsTest {

    private static final int MANY = 2_000;

    /** gRPC waits one second. */
    private static final Duration LONGER_THAN_GRPC_WAITS = Duration.ofSeconds(2);

    @TempDir
    static Path directory;

    private static SharedSecret secret;

    private final RecordingReceiver worker = new RecordingReceiver();
    private final RecordingReceiver coordinator = new RecordingReceiver();
    private final Peer member = new Peer("worker 1", "127.0.0.1");
    private GrpcWorkerTransport workerTransport;
    private GrpcCoordinatorTransport<Peer> here;
    private long calls;

    @BeforeAll
    static void createSecrets() throws InterruptedException {
        Path file = directory.resolve("nodes.p12");
        SharedSecret.create(file);
        secret = SharedSecret.read(file);
    }

    @BeforeEach
    void listen() {
        workerTransport = new GrpcWorkerTransport(loopback(0), secret, worker, line -> {});
        here = new GrpcCoordinatorTransport<>(secret, coordinator);
    }

    @AfterEach
    void close() {
        here.close();
        workerTransport.close();
    }

    static InetSocketAddress loopback(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    /** Connects, and returns the worker's view of the caller. */
    private Peer call() throws InterruptedException {
        Ping own = new Ping(--calls);
        here.connect(member, loopback(workerTransport.port()), own);
        RecordingReceiver.Report first = worker.next();
        while (!own.equals(first.message())) { // a message of an ended call
            first = worker.next();
        }
        return first.member();
    }

    @Test
    void deliversMessagesInOrder() throws InterruptedException {
        Peer caller = call();
        for (int i = 1; i <= MANY; i++) {
            here.send(member, new Ping(i));
            workerTransport.send(caller, new Pong(i, 0, 0, MessageSamples.USAGE));
        }
        for (int i = 1; i <= MANY; i++) {
            assertThat(worker.next()).isEqualTo(new RecordingReceiver.Report(caller, new Ping(i), ""));
            assertThat(coordinator.next())
                    .isEqualTo(new RecordingReceiver.Report(member, new Pong(i, 0, 0, MessageSamples.USAGE), ""));
        }
    }

    @Test
    void deliversLargeMessage() throws InterruptedException {
        Peer caller = call();
        Message beat = new WriteProgress(7, MessageSamples.writeUpdate());
        String text = "x".repeat(8 << 20);
        workerTransport.send(caller, beat);
        workerTransport.send(caller, new Message.JoinGroup(7, Map.of("x", text)));
        assertThat(beat)
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
        RecordingReceiver other = new RecordingReceiver();
        try (GrpcCoordinatorTransport<Peer> second = new GrpcCoordinatorTransport<>(secret, other)) {
            second.connect(member, loopback(workerTransport.port()), new Ping(5));
            Peer caller = worker.next().member();
            assertThat(caller).isNotEqualTo(first);
            workerTransport.send(caller, new Pong(5, 0, 0, MessageSamples.USAGE));
            workerTransport.send(first, new Pong(6, 0, 0, MessageSamples.USAGE));
            assertThat(other.next().message()).isEqualTo(new Pong(5, 0, 0, MessageSamples.USAGE));
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
        here.send(member, new Ping(1)); // no receiver
        assertThat(coordinator.isEmpty()).isTrue();
    }

    @Test
    void detectsClosedCaller() throws InterruptedException {
        Peer caller = call();
        here.close();
        assertThat(worker.next()).isEqualTo(new RecordingReceiver.Report(caller, null, ""));
        workerTransport.send(caller, new Pong(1, 0, 0, MessageSamples.USAGE)); // no receiver
        assertThat(coordinator.isEmpty())
                .as("the closing side gets no callback")
                .isTrue();
    }

    @Test
    void detectsCallerThatDisconnects() throws InterruptedException {
        Peer caller = call();
        here.disconnect(member);
        RecordingReceiver.Report last = worker.next();
        assertThat(last.member()).isEqualTo(caller);
        assertThat(last.message()).isNull();
        assertThat(last.why()).isNotEmpty();
        here.send(member, new Ping(1));
        here.disconnect(member);
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
            FutureTask<Void> both = new FutureTask<>(() -> {
                for (int i = 0; i < MANY; i++) {
                    here.send(member, new Ping(i));
                    workerTransport.send(caller, new Pong(i, 0, 0, MessageSamples.USAGE));
                }
                return null;
            });
            Thread sender = new Thread(both);
            sender.start();
            if (round % 2 == 0) {
                here.disconnect(member);
            } else {
                workerTransport.disconnect(caller);
                here.disconnect(member);
            }
            both.get();
        }
    }

    @Test
    void detectsMissingWorker() throws InterruptedException {
        int port = workerTransport.port();
        workerTransport.close();
        here.connect(member, loopback(port), new Ping(1));
        RecordingReceiver.Report last = coordinator.next();
        assertThat(last.message()).isNull();
        assertThat(last.why()).startsWith("it cannot be reached (").contains("refused");
    }

    @Test
    void callsAgainIfBusyNodeEndsHandshake() throws Exception {
        try (ServerSocket busy = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            here.connect(member, loopback(busy.getLocalPort()), new Ping(1));
            for (int i = 0; i < 1 + GrpcCoordinatorTransport.MAX_REPEATED_CALLS; i++) {
                busy.accept().close();
            }
            RecordingReceiver.Report last = coordinator.next();
            assertThat(last.message()).isNull();
            assertThat(last.why()).as("it does not blame the secret").startsWith("its connection broke (");
        }
    }

    /** Threads run later than gRPC waits for them, like on a busy machine, until the node is called again. */
    @Test
    void reconnectsAfterGrpcTimeout() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        ThreadFactory threads = here.transports.getThreadFactory();
        AtomicInteger count = new AtomicInteger();
        here.transports.setThreadFactory(task -> {
            boolean runs = count.incrementAndGet() == 1;
            if (here.transports.getCorePoolSize() > GrpcCoordinatorTransport.THREADS_EACH) {
                goOn.countDown();
            }
            return threads.newThread(() -> {
                if (!runs) {
                    awaitFor(LONGER_THAN_GRPC_WAITS, goOn);
                }
                task.run();
            });
        });
        try {
            Ping first = new Ping(1);
            here.connect(member, loopback(workerTransport.port()), first);
            RecordingReceiver.Report heard = worker.next();
            assertThat(heard.message()).isEqualTo(first);
            assertThat(here.transports.getCorePoolSize())
                    .as("the node was called again")
                    .isGreaterThan(GrpcCoordinatorTransport.THREADS_EACH);
            workerTransport.send(heard.member(), new Pong(1, 0, 0, MessageSamples.USAGE));
            assertThat(coordinator.next().message())
                    .as("the receiver got no failure")
                    .isEqualTo(new Pong(1, 0, 0, MessageSamples.USAGE));
        } finally {
            goOn.countDown();
        }
    }

    private static void awaitFor(Duration longest, CountDownLatch latch) {
        try {
            latch.await(longest.toMillis(), TimeUnit.MILLISECONDS);
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
