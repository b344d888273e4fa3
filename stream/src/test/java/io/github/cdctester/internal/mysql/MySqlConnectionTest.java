// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.mysql.login.LoginCheck;
import io.github.cdctester.internal.mysql.login.LoginOptions;
import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.mysql.packet.ReadLimit;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class MySqlConnectionTest {

    private static final byte COM_QUIT = 1;
    private static final String COLUMN = "03646566";
    private static final String END = "fe00000200";

    /** MariaDB's native login and MySQL's fast caching_sha2 login, with and without TLS. */
    static Stream<Arguments> logins() {
        return Stream.of(true, false)
                .flatMap(
                        mariaDb -> Stream.of(SslMode.DISABLED, SslMode.REQUIRED).map(mode -> arguments(mariaDb, mode)));
    }

    @ParameterizedTest
    @MethodSource("logins")
    void logsInAndQueries(boolean isMariaDb, SslMode mode) throws IOException {
        try (ScriptedServer server = server(isMariaDb, "01", COLUMN, END, "0161", "fb", END);
                MySqlConnection connection = open(server, mode, LoginOptions.NONE)) {
            assertThat(connection.id()).isEqualTo(77);
            assertThat(connection.isMariaDb()).isEqualTo(isMariaDb);
            assertThat(connection.security().tls()).isEqualTo(mode == SslMode.REQUIRED);
            assertThat(connection.security().loginPlugin())
                    .isEqualTo(isMariaDb ? "mysql_native_password" : "caching_sha2_password");
            assertThat(connection.query("SELECT 1")).containsExactly(List.of("a"), Arrays.asList((String) null));
            connection.query("SELECT 1");
        }
    }

    @Test
    void closesSocketAfterError() throws IOException {
        Path failingPath = (Path) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Path.class}, (self, method, arguments) -> {
                    throw new OutOfMemoryError("no more heap");
                });
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Endpoint endpoint = Endpoint.of("127.0.0.1", listener.getLocalPort(), "", "root", ScriptedServer.PASSWORD)
                    .withSsl(SslMode.VERIFY_CA, failingPath);
            CompletableFuture<Integer> afterTlsRequest =
                    CompletableFuture.supplyAsync(() -> readAfterTlsRequest(listener));
            assertThatThrownBy(() -> MySqlConnection.open(
                            endpoint, (InetSocketAddress) listener.getLocalSocketAddress(), LoginOptions.NONE))
                    .isInstanceOf(OutOfMemoryError.class);
            assertThat(afterTlsRequest.join()).isEqualTo(-1); // the client has closed its socket
        }
    }

    private static int readAfterTlsRequest(ServerSocket listener) {
        try (Socket socket = listener.accept()) {
            socket.setSoTimeout(10_000);
            PacketStream packets = new PacketStream(socket.getInputStream(), socket.getOutputStream(), 1 << 10);
            packets.write(new LoginCheck().greeting("9.7.4", false, 77));
            packets.read(new ReadLimit("a request for TLS", 1 << 10, Duration.ofSeconds(10)));
            return socket.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DISABLED", "REQUIRED"})
    void rejectsWrongPassword(SslMode mode) throws IOException {
        try (ScriptedServer server = server(false, "00")) {
            Endpoint badLogin = Endpoint.of("127.0.0.1", server.address().getPort(), "", "root", Password.of("wrong"))
                    .withSsl(mode, null);
            assertThatThrownBy(() -> MySqlConnection.open(badLogin, server.address(), LoginOptions.NONE))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContaining("closed the connection before the login was done");
        }
    }

    @Test
    void sendsDatabaseAndProgramName() throws IOException {
        try (ScriptedServer server = server(false, "00");
                MySqlConnection connection = open(server, SslMode.REQUIRED, new LoginOptions("sbtest", true))) {
            connection.query("DO 0");
            String login = new String(server.loginPackets.get(0), StandardCharsets.ISO_8859_1);
            assertThat(login).contains("sbtest\0caching_sha2_password\0").endsWith("program_name\ncdc-tester");
        }
    }

    @Test
    void preparesStatement() throws IOException {
        String[] answer = {"00" + "07000000" + "0100" + "0200" + "000000", COLUMN, COLUMN, END, COLUMN, END};
        try (ScriptedServer server = server(false, answer);
                MySqlConnection connection = open(server, SslMode.DISABLED, LoginOptions.NONE)) {
            assertThat(connection.prepare("SELECT ? + ?")).isEqualTo(7);
            assertThat(connection.prepare("SELECT ? + ?")).isEqualTo(7);
        }
    }

    @Test
    void errorLeavesConnectionUsable() throws IOException {
        try (ScriptedServer server = server(false, "ff28042334323030304e6f");
                MySqlConnection connection = open(server, SslMode.DISABLED, LoginOptions.NONE)) {
            assertThatExceptionOfType(ServerErrorException.class)
                    .isThrownBy(() -> connection.query("x"))
                    .satisfies(e -> assertThat(e.code() + " " + e.state() + " " + e.text())
                            .isEqualTo("1064 42000 No"));
            assertThatExceptionOfType(ServerErrorException.class).isThrownBy(() -> connection.prepare("x"));
            connection.toNonBlocking(new TlsBuffers()).close();
        }
    }

    /** If the first packet ends with the statement, the second packet is empty. */
    @ParameterizedTest
    @ValueSource(ints = {(1 << 24) - 2, (1 << 24) + 1000})
    void sendsLongStatement(int characters) throws Exception {
        BlockingQueue<byte[]> commands = new LinkedBlockingQueue<>();
        try (ScriptedServer server = new ScriptedServer(false, (command, packets, out) -> {
                    commands.add(command);
                    packets.write(ScriptedServer.OK);
                });
                MySqlConnection connection = open(server, SslMode.REQUIRED, LoginOptions.NONE)) {
            connection.query("x".repeat(characters));
            assertThat(commands.take())
                    .hasSize(1 + characters)
                    .startsWith(3, 'x')
                    .endsWith('x');
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000001", // empty packet
                "01000001fb", // LOCAL INFILE
                "ffffff01", // 16 MB, above the limit together with the header
                "0300000100000001", // OK that is too short to contain a statement id
                "474554202f20485454502f312e310d0a0d0a" // GET / HTTP/1.1
            })
    void rejectsInvalidResponse(String hex) throws IOException {
        try (ScriptedServer server = serverSending(hex);
                MySqlConnection connection = open(server, SslMode.DISABLED, LoginOptions.NONE)) {
            assertThatThrownBy(() -> connection.prepare("x"))
                    .isInstanceOfAny(MySqlProtocolException.class, EOFException.class);
            assertThatThrownBy(() -> connection.toNonBlocking(new TlsBuffers()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"DISABLED", "REQUIRED"})
    void reportsTruncatedResponse(SslMode mode) throws IOException {
        try (ScriptedServer server = serverSending("0500000161");
                MySqlConnection connection = open(server, mode, LoginOptions.NONE)) {
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> connection.query("x"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "16030100", "48545450"})
    void reportsGarbageInPlaceOfLogin(String hex) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> {
                try (Socket socket = listener.accept()) {
                    socket.getOutputStream().write(HexFormat.of().parseHex(hex));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            server.start();
            Endpoint endpoint = Endpoint.of("127.0.0.1", listener.getLocalPort(), "", "root", Password.NONE);
            assertThatThrownBy(() -> open(endpoint)).isInstanceOf(RunFailedException.class);
            server.join();
        }
    }

    private static MySqlConnection open(Endpoint endpoint) {
        return MySqlConnection.open(
                endpoint, new java.net.InetSocketAddress(endpoint.host(), endpoint.port()), LoginOptions.NONE);
    }

    @ParameterizedTest
    @EnumSource(names = {"DISABLED", "REQUIRED"})
    void connectionsOfLoopShareBuffers(SslMode mode) throws IOException {
        TlsBuffers buffers = new TlsBuffers();
        try (ScriptedServer server = echo();
                MySqlConnection first = open(server, mode, LoginOptions.NONE);
                MySqlConnection second = open(server, mode, LoginOptions.NONE);
                Selector selector = Selector.open()) {
            first.query("DO 0");
            List<Echo> echoes = new ArrayList<>();
            for (MySqlConnection connection : List.of(first, second)) {
                Echo echo = new Echo(connection.toNonBlocking(buffers), 100_000 + echoes.size());
                echo.connection.channel().register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, echo);
                echoes.add(echo);
            }
            assertThatThrownBy(() -> first.query("x")).isInstanceOf(IllegalStateException.class);
            while (!echoes.stream().allMatch(Echo::isComplete)) {
                selector.select();
                assertThat(Thread.interrupted()).as("timeout").isFalse();
                for (SelectionKey key : selector.selectedKeys()) {
                    ((Echo) key.attachment()).proceed(key);
                }
                selector.selectedKeys().clear();
            }
            assertThat(echoes).allMatch(Echo::hasReceivedTwice);
        }
    }

    /** The socket accepts only a part of 32 MiB while the server does not read. */
    @ParameterizedTest
    @EnumSource(names = {"DISABLED", "REQUIRED"})
    void closesWithoutWaitingForServer(SslMode mode) throws Exception {
        CountDownLatch testDone = new CountDownLatch(1);
        try (ScriptedServer server = new ScriptedServer(false, (command, packets, out) -> awaitLatch(testDone));
                MySqlConnection connection = open(server, mode, LoginOptions.NONE)) {
            NonBlockingConnection nonBlocking = connection.toNonBlocking(new TlsBuffers());
            ByteBuffer bytes = ByteBuffer.wrap(new byte[32 << 20]);
            nonBlocking.write(bytes);
            assertThat(bytes.hasRemaining()).isTrue();
            assertThat(nonBlocking.hasUnsentBytes()).isEqualTo(mode == SslMode.REQUIRED);
            nonBlocking.close();
            assertThat(nonBlocking.channel().isOpen()).isFalse();
        } finally {
            testDone.countDown();
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A packet of random bytes, which the server returns twice. */
    private static final class Echo {
        private final NonBlockingConnection connection;
        private final ByteBuffer sentBytes;
        private final ByteBuffer receivedBytes;
        private final ByteBuffer readBuffer = ByteBuffer.allocate(1_000);

        Echo(NonBlockingConnection connection, int length) {
            this.connection = connection;
            byte[] payload = new byte[length];
            new Random(length).nextBytes(payload);
            payload[0] = 3;
            sentBytes = ByteBuffer.allocate(4 + length)
                    .put(new byte[] {(byte) length, (byte) (length >> 8), (byte) (length >> 16), 0})
                    .put(payload)
                    .flip();
            receivedBytes = ByteBuffer.allocate(2 * (4 + length));
        }

        void proceed(SelectionKey key) throws IOException {
            connection.write(sentBytes);
            boolean isSent = !sentBytes.hasRemaining() && !connection.hasUnsentBytes();
            key.interestOps(SelectionKey.OP_READ | (isSent ? 0 : SelectionKey.OP_WRITE));
            do {
                readBuffer.clear();
                connection.read(readBuffer);
                receivedBytes.put(readBuffer.flip());
            } while (connection.hasBufferedBytes());
        }

        boolean isComplete() {
            return !receivedBytes.hasRemaining();
        }

        boolean hasReceivedTwice() {
            int length = sentBytes.capacity();
            byte[] bytes = receivedBytes.array();
            return Arrays.equals(bytes, 4, length, sentBytes.array(), 4, length)
                    && Arrays.equals(bytes, length + 4, 2 * length, sentBytes.array(), 4, length);
        }
    }

    private static ScriptedServer echo() throws IOException {
        return new ScriptedServer(false, (command, packets, out) -> {
            boolean isEcho = command.length > 10;
            packets.put(isEcho ? command : ScriptedServer.OK);
            if (isEcho) {
                packets.put(command);
            }
            packets.flush();
        });
    }

    private static ScriptedServer serverSending(String hex) throws IOException {
        return new ScriptedServer(false, (command, packets, out) -> {
            out.write(HexFormat.of().parseHex(hex));
            throw new EOFException("closes the connection");
        });
    }

    private static ScriptedServer server(boolean isMariaDb, String... answer) throws IOException {
        return new ScriptedServer(isMariaDb, (command, packets, out) -> answer(command, packets, answer));
    }

    private static void answer(byte[] command, PacketStream packets, String... payloads) throws IOException {
        if (command[0] != COM_QUIT) {
            for (String payload : payloads) {
                packets.put(HexFormat.of().parseHex(payload));
            }
            packets.flush();
        }
    }

    private static MySqlConnection open(ScriptedServer server, SslMode mode, LoginOptions options) {
        return MySqlConnection.open(server.endpoint(mode), server.address(), options);
    }
}
