// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers without the secret get no answer, and the operator of the worker node gets a message. */
@Timeout(30)
class MutualTlsSocketsTest {

    private static final Peer MEMBER = new Peer("worker 1", "127.0.0.1");

    @TempDir
    static Path directory;

    private static SharedSecret secret;
    private static SharedSecret otherSecret;

    private final RecordingReceiver worker = new RecordingReceiver();
    private final RecordingReceiver coordinator = new RecordingReceiver();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private GrpcWorkerTransport workerTransport;

    @BeforeAll
    static void createSecrets() throws InterruptedException {
        SharedSecret.create(directory.resolve("nodes.p12"));
        SharedSecret.create(directory.resolve("other.p12"));
        secret = SharedSecret.read(directory.resolve("nodes.p12"));
        otherSecret = SharedSecret.read(directory.resolve("other.p12"));
    }

    @BeforeEach
    void listen() {
        workerTransport = new GrpcWorkerTransport(GrpcTransportsTest.loopback(0), secret, worker, lines::add);
    }

    @AfterEach
    void close() {
        workerTransport.close();
    }

    private void assertOperatorMessage() throws InterruptedException {
        assertOperatorMessage("refused a connection from 127\\.0\\.0\\.1:\\d+ that does not have this secret \\(.*");
    }

    private void assertOperatorMessage(String line) throws InterruptedException {
        assertThat(lines.take()).matches(line);
        assertThat(worker.isEmpty()).isTrue();
    }

    private void assertNodeStillWorks() throws InterruptedException {
        assertNodeStillWorks(secret);
    }

    private void assertNodeStillWorks(SharedSecret callerSecret) throws InterruptedException {
        try (GrpcCoordinatorTransport<Peer> caller =
                new GrpcCoordinatorTransport<>(callerSecret, new RecordingReceiver())) {
            caller.connect(MEMBER, GrpcTransportsTest.loopback(workerTransport.port()), new Ping(7));
            assertThat(worker.next().message())
                    .as("a peer with the secret can connect")
                    .isEqualTo(new Ping(7));
        }
    }

    @Test
    void rejectsCallerWithoutTls() throws Exception {
        try (Socket socket = new Socket(GrpcTransportsTest.loopback(0).getAddress(), workerTransport.port())) {
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
            socket.getOutputStream().flush();
            assertOperatorMessage();
        }
        assertNodeStillWorks();
    }

    @Test
    void rejectsCallerWithoutCertificate() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(KeyStore.getInstance(directory.resolve("nodes.p12").toFile(), "changeit".toCharArray()));
        context.init(null, trustManagers.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(GrpcTransportsTest.loopback(0).getAddress(), workerTransport.port())) {
            int firstByte;
            try {
                socket.startHandshake(); // in TLS 1.3 the server's rejection arrives after the handshake
                firstByte = socket.getInputStream().read();
            } catch (IOException e) {
                firstByte = -1;
            }
            assertThat(firstByte).isEqualTo(-1);
            assertOperatorMessage();
        }
        assertNodeStillWorks();
    }

    @Test
    void rejectsCallerWithOtherSecretAndExplains() throws Exception {
        try (GrpcCoordinatorTransport<Peer> otherCaller = new GrpcCoordinatorTransport<>(otherSecret, coordinator)) {
            otherCaller.connect(MEMBER, GrpcTransportsTest.loopback(workerTransport.port()), new Ping(1));
            RecordingReceiver.Report last = coordinator.next();
            assertThat(last.message()).isNull();
            assertThat(last.why())
                    .startsWith("it has another secret, or is no worker node (")
                    .doesNotContain("\n");
            assertOperatorMessage(
                    "(refused )?a connection from 127\\.0\\.0\\.1:\\d+ (that does not have|was broken off before it had shown)"
                            + " this secret \\(.*"); // depends on which side detects the mismatch first
        }
        assertNodeStillWorks();
    }

    /** Without a limit, idle callers would occupy threads and file descriptors forever. */
    @Test
    void idleCallersDoNotBlockOthers() throws Exception {
        List<Socket> idleSockets = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                idleSockets.add(new Socket(GrpcTransportsTest.loopback(0).getAddress(), workerTransport.port()));
            }
            assertNodeStillWorks();
            assertThat(idleSockets.get(0).getInputStream().read()).isEqualTo(-1);
            assertThat(Thread.getAllStackTraces().values().stream()
                            .filter(stack -> Arrays.stream(stack)
                                    .anyMatch(frame -> frame.getMethodName().equals("startHandshake"))))
                    .hasSizeLessThanOrEqualTo(64);
            assertThat(lines).hasSizeLessThanOrEqualTo(20);
        } finally {
            for (Socket socket : idleSockets) {
                socket.close();
            }
        }
    }

    /** The clocks of nodes may be wrong. */
    @Test
    void ignoresDatesOfCertificate() throws Exception {
        Path file = directory.resolve("future.p12");
        Process keytool = new ProcessBuilder(List.of(("keytool -genkeypair -alias node -keyalg EC -groupname secp256r1"
                                + " -startdate +1y -validity 9 -dname CN=cdc-tester -storetype PKCS12 -storepass changeit"
                                + " -keystore " + file)
                        .split(" ")))
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        SharedSecret futureSecret = SharedSecret.read(file);
        workerTransport.close();
        workerTransport = new GrpcWorkerTransport(GrpcTransportsTest.loopback(0), futureSecret, worker, lines::add);
        assertNodeStillWorks(futureSecret);
    }

    @Test
    void closedTransportPrintsNoLines() throws Exception {
        workerTransport.close();
        workerTransport = new GrpcWorkerTransport(GrpcTransportsTest.loopback(0), secret, worker, line -> {});
        try (GrpcCoordinatorTransport<Peer> otherCaller = new GrpcCoordinatorTransport<>(otherSecret, coordinator)) {
            otherCaller.connect(MEMBER, GrpcTransportsTest.loopback(workerTransport.port()), new Ping(1));
            assertThat(coordinator.next().message()).isNull();
        }
        assertNodeStillWorks();
        assertThat(lines).as("the closed transport reports no failures").isEmpty();
    }
}
