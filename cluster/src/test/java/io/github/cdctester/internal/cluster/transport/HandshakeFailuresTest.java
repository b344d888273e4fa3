// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.cluster.message.Message.Ping;
import io.github.cdctester.internal.cluster.transport.Transport.Peer;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Callers that do not have the secret: nobody hears them, and the operator is told. */
@Timeout(30)
class HandshakeFailuresTest {

    private static final Peer MEMBER = new Peer("worker 1", "127.0.0.1");

    @TempDir
    static Path directory;

    private static SharedSecret secret;
    private static SharedSecret other;

    private final RecordingReceiver worker = new RecordingReceiver();
    private final RecordingReceiver coordinator = new RecordingReceiver();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private GrpcWorkerTransport there;

    @BeforeAll
    static void make() throws InterruptedException {
        SecretGenerator.write(directory.resolve("nodes.pem"));
        SecretGenerator.write(directory.resolve("other.pem"));
        secret = SharedSecret.read(directory.resolve("nodes.pem"));
        other = SharedSecret.read(directory.resolve("other.pem"));
    }

    @BeforeEach
    void listen() {
        there = new GrpcWorkerTransport(GrpcTransportsTest.loopback(0), secret, worker, lines::add);
    }

    @AfterEach
    void close() {
        there.close();
    }

    /** What the worker node's operator reads of it. */
    private void isTold() throws InterruptedException {
        isTold("refused a connection from 127\\.0\\.0\\.1:\\d+ that does not have this secret \\(.*");
    }

    private void isTold(String line) throws InterruptedException {
        assertThat(lines.take()).matches(line);
        assertThat(worker.isEmpty()).isTrue();
    }

    private void isLeftAlone() throws InterruptedException {
        try (GrpcCoordinatorTransport ours = new GrpcCoordinatorTransport(secret, new RecordingReceiver())) {
            ours.connect(MEMBER, GrpcTransportsTest.loopback(there.port()));
            ours.send(MEMBER, new Ping(7));
            assertThat(worker.next().message()).as("who has it is let in").isEqualTo(new Ping(7));
        }
    }

    @Test
    void aCallerWithoutTlsIsRefused() throws Exception {
        try (Socket socket = new Socket(GrpcTransportsTest.loopback(0).getAddress(), there.port())) {
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
            socket.getOutputStream().flush();
            isTold();
        }
        isLeftAlone();
    }

    @Test
    void aCallerWithoutACertificateIsRefused() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {secret.trusted()[0]}, null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(GrpcTransportsTest.loopback(0).getAddress(), there.port())) {
            int read;
            try {
                socket.startHandshake(); // TLS 1.3: the server's refusal comes after it
                read = socket.getInputStream().read();
            } catch (IOException e) {
                read = -1;
            }
            assertThat(read).isEqualTo(-1);
            isTold();
        }
        isLeftAlone();
    }

    @Test
    void aCallerWithAnotherSecretIsRefusedAndToldWhy() throws Exception {
        try (GrpcCoordinatorTransport stranger = new GrpcCoordinatorTransport(other, coordinator)) {
            stranger.connect(MEMBER, GrpcTransportsTest.loopback(there.port()));
            stranger.send(MEMBER, new Ping(1));
            RecordingReceiver.One last = coordinator.next();
            assertThat(last.message()).isNull();
            assertThat(last.why())
                    .startsWith("it has another secret, or is no worker node (")
                    .doesNotContain("\n");
            isTold(
                    "(refused )?a connection from 127\\.0\\.0\\.1:\\d+ (that does not have|was broken off before it had shown)"
                            + " this secret \\(.*"); // whoever of the two finds out first
        }
        isLeftAlone();
    }

    @Test
    void theirLinesEndWithTheLink() throws Exception {
        there.close();
        there = new GrpcWorkerTransport(GrpcTransportsTest.loopback(0), secret, worker, line -> {});
        try (GrpcCoordinatorTransport stranger = new GrpcCoordinatorTransport(other, coordinator)) {
            stranger.connect(MEMBER, GrpcTransportsTest.loopback(there.port()));
            assertThat(coordinator.next().message()).isNull();
        }
        isLeftAlone();
        assertThat(lines).as("those of the transport that was closed").isEmpty();
    }
}
