// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class FaultProxyTest {

    private static final int SENT_BYTES = 200_000;

    private final byte[] sentBytes = new byte[SENT_BYTES];
    private final BlockingQueue<Socket> acceptedSockets = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        new SplittableRandom(1).nextBytes(sentBytes);
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        proxy = FaultProxy.to("127.0.0.1", server.getLocalPort());
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            acceptedSockets.add(server.accept());
                        }
                    } catch (IOException e) {
                        return; // the server was closed
                    }
                },
                "test-server");
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
        for (Socket socket : acceptedSockets) {
            socket.close();
        }
    }

    @Test
    void forwardsBytesAndEndOfStreamInBothDirections() throws Exception {
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            client.getOutputStream().write(sentBytes);
            client.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sentBytes);
            socket.getOutputStream().write(sentBytes);
            socket.shutdownOutput();
            assertThat(client.getInputStream().readAllBytes()).isEqualTo(sentBytes);
        }
        awaitNoConnections();
        assertThat(proxy.bytesToClients()).isEqualTo(SENT_BYTES);
        assertThat(proxy.bytesToServer()).isEqualTo(SENT_BYTES);
    }

    @Test
    void closesConnectionAfterBytes() throws Exception {
        proxy.closeEachAfter(() -> 12_345);
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            send(socket);
            assertThat(client.getInputStream().readAllBytes()).isEqualTo(java.util.Arrays.copyOf(sentBytes, 12_345));
        }
    }

    @Test
    void resetsConnectionAfterBytes() throws Exception {
        proxy.resetEachAfter(() -> 12_345);
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            send(socket);
            assertThatThrownBy(() -> client.getInputStream().readNBytes(SENT_BYTES))
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void dropsConnectionSilently() throws Exception {
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            socket.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);
            proxy.loseConnections();
            socket.setSoTimeout(20_000);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
            client.getOutputStream().write(sentBytes); // the proxy drops these bytes
            client.setSoTimeout(300);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        }
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            socket.getOutputStream().write(2);
            assertThat(client.getInputStream().read()).as("a new connection").isEqualTo(2);
        }
    }

    @Test
    void endsLostConnectionIfClientResetsIt() throws Exception {
        Socket client = connect();
        try (Socket socket = acceptedSocket()) {
            assertThat(socket.isConnected()).isTrue();
            proxy.loseConnections();
            client.setSoLinger(true, 0);
            client.close();
        }
        awaitNoConnections();
    }

    /** The proxy starts threads in this order: accept, connect, to-server, to-client. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void endsConnectionWithoutThread(int maxThreads) throws Exception {
        OutOfMemoryError error = new OutOfMemoryError("unable to create native thread");
        AtomicInteger remainingThreads = new AtomicInteger(maxThreads);
        FaultProxy exhausted = FaultProxy.to("127.0.0.1", server.getLocalPort(), "127.0.0.1", task -> {
            if (remainingThreads.getAndDecrement() <= 0) {
                throw error;
            }
            return new Thread(task);
        });
        try (Socket client = new Socket("127.0.0.1", exhausted.port())) {
            client.setSoTimeout(20_000);
            assertThat(isEnded(client)).isTrue();
            assertThat(exhausted.connections()).isZero();
        } finally {
            assertThatThrownBy(exhausted::close)
                    .isInstanceOf(FaultProxyException.class)
                    .hasCause(error);
        }
    }

    private static boolean isEnded(Socket client) throws IOException {
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // reset
        }
    }

    @Test
    void cutEndsLostConnections() throws Exception {
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            assertThat(socket.isConnected()).isTrue();
            proxy.loseConnections();
            proxy.cut();
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
        awaitNoConnections();
    }

    @Test
    void stallsAndContinues() throws Exception {
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            proxy.stall(true);
            socket.getOutputStream().write(7);
            client.setSoTimeout(300);
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            proxy.stall(false);
            client.setSoTimeout(20_000);
            assertThat(client.getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void throttlesAndDelays() throws Exception {
        proxy.throttle(400_000);
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            long begin = System.nanoTime();
            send(socket);
            assertThat(client.getInputStream().readNBytes(SENT_BYTES)).isEqualTo(sentBytes);
            // the proxy pauses after each chunk, so the last chunk arrives before 500 ms have passed
            assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(450));
            proxy.throttle(0);
            proxy.delay(Duration.ofMillis(200));
            begin = System.nanoTime();
            socket.getOutputStream().write(1);
            assertThat(client.getInputStream().read()).isEqualTo(1);
            assertThat(System.nanoTime() - begin).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    @Test
    void rejectsOrRedirectsConnections() throws Exception {
        proxy.refuse(true);
        try (Socket client = connect()) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        proxy.refuse(false);
        try (ServerSocket otherServer = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            proxy.redirectTo("127.0.0.1", otherServer.getLocalPort());
            try (Socket client = connect();
                    Socket socket = otherServer.accept()) {
                socket.getOutputStream().write(9);
                assertThat(client.getInputStream().read()).isEqualTo(9);
            }
        }
    }

    @Test
    void closeEndsThrottledThreads() throws Exception {
        proxy.throttle(1);
        try (Socket client = connect();
                Socket socket = acceptedSocket()) {
            socket.getOutputStream().write(sentBytes); // at this rate the bytes would take two days
            assertThat(client.getInputStream().read()).isEqualTo(sentBytes[0] & 0xFF);
            String name = "fault-proxy-" + proxy.port();
            assertThat(threadNames()).anyMatch(thread -> thread.startsWith(name));
            proxy.close();
            assertThat(threadNames()).noneMatch(thread -> thread.startsWith(name));
        }
    }

    @Test
    void reportsExceptionOfRelayAndEndsConnection() throws Exception {
        proxy.relay((from, to) -> {
            throw new IllegalStateException("not mine");
        });
        try (Socket client = connect()) {
            assertThatThrownBy(() -> {
                        if (client.getInputStream().read() < 0) {
                            throw new SocketException("closed");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
        assertThatThrownBy(proxy::close).isInstanceOf(FaultProxyException.class).hasMessageContaining("not mine");
    }

    @Test
    void reportsExceptionOfLifetimeAndEndsConnection() throws Exception {
        proxy.closeEachAfter(() -> {
            throw new IllegalStateException("not mine");
        });
        try (Socket client = connect()) {
            assertThatThrownBy(() -> {
                        if (client.getInputStream().read() < 0) {
                            throw new SocketException("closed");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
        assertThatThrownBy(proxy::close).isInstanceOf(FaultProxyException.class).hasMessageContaining("not mine");
    }

    @Test
    void rejectsInvalidLimits() {
        assertThatThrownBy(() -> proxy.throttle(-1)).hasMessageContaining("throttle -1");
        assertThatThrownBy(() -> proxy.delay(Duration.ofMillis(-1))).hasMessageContaining("delay PT-0.001S");
    }

    @Test
    void listensOnAllAddressesIfConfigured() throws Exception {
        List<InetAddress> addresses = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(Inet4Address.class::isInstance)
                .toList();
        assertThat(addresses).isNotEmpty();
        try (FaultProxy publicProxy = FaultProxy.to("127.0.0.1", server.getLocalPort(), "0.0.0.0")) {
            assertThat(publicProxy.host()).isEqualTo("127.0.0.1");
            for (InetAddress address : addresses) {
                assertForwards(new Socket(address, publicProxy.port()));
            }
        }
    }

    @Test
    void listensOnOneAddressIfConfigured() throws Exception {
        try (FaultProxy loopbackProxy = FaultProxy.to("127.0.0.1", server.getLocalPort(), "localhost")) {
            assertThat(loopbackProxy.host()).isEqualTo("localhost");
            assertForwards(new Socket(loopbackProxy.host(), loopbackProxy.port()));
        }
    }

    /** 192.0.2.0/24 is reserved for documentation, so no machine has such an address. */
    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "2001:db8::1", "no such host", "0.0.0.0:3306", "256.0.0.1", "", " "})
    void rejectsInvalidListenAddresses(String address) {
        assertThatThrownBy(() -> FaultProxy.to("127.0.0.1", 3306, address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("listen address: '" + address + "' is not an address of this machine; give 127.0.0.1, the"
                        + " address of a network interface, or 0.0.0.0 for all of them");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 0, port 0: give a port from 1 to 65535",
        "127.0.0.1, -1, port -1: give a port from 1 to 65535",
        "127.0.0.1, 65536, port 65536: give a port from 1 to 65535",
        "' ', 3306, host ' ': give the name or address of the server"
    })
    void rejectsInvalidTargets(String host, int port, String message) {
        assertThatThrownBy(() -> FaultProxy.to(host, port))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> proxy.redirectTo(host, port))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private void assertForwards(Socket client) throws Exception {
        try (client;
                Socket socket = acceptedSocket()) {
            client.setSoTimeout(20_000);
            socket.getOutputStream().write(7);
            assertThat(client.getInputStream().read()).isEqualTo(7);
        }
    }

    private void awaitNoConnections() {
        while (proxy.connections() > 0) {
            assertThat(Thread.interrupted()).as("the timeout of the class").isFalse();
            Thread.onSpinWait();
        }
    }

    private static List<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket("127.0.0.1", proxy.port());
        client.setSoTimeout(20_000);
        return client;
    }

    private Socket acceptedSocket() throws InterruptedException {
        Socket socket = acceptedSockets.poll(20, TimeUnit.SECONDS);
        assertThat(socket).isNotNull();
        return socket;
    }

    /** A throttled connection blocks the sender. */
    private void send(Socket socket) {
        Thread sender = new Thread(
                () -> {
                    try {
                        socket.getOutputStream().write(sentBytes);
                    } catch (IOException e) {
                        return; // cut by the test
                    }
                },
                "test-sender");
        sender.setDaemon(true);
        sender.start();
    }
}
