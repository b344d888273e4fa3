// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.mysql.NonBlockingConnection;
import io.github.cdctester.internal.mysql.Response;
import io.github.cdctester.internal.text.StatementText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementEncoderTest {

    private final PreparedStatements preparedStatements = new PreparedStatements(4);
    private Selector selector;
    private LoopConnection connection;
    private SocketChannel receiver;

    @BeforeEach
    void open() throws IOException {
        selector = Selector.open();
        SocketChannel socket;
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            socket = SocketChannel.open(listener.getLocalAddress());
            receiver = listener.accept();
        }
        socket.configureBlocking(false);
        connection = new LoopConnection(
                new OpenedConnection(new NonBlockingConnection(socket, 1, null), preparedStatements),
                selector,
                null,
                new Response(new byte[Response.SCRATCH_BYTES], (packet, length) -> {}),
                ByteBuffer.allocate(16));
    }

    @AfterEach
    void close() throws IOException {
        connection.close(false);
        receiver.close();
        selector.close();
    }

    @Test
    void writesText() throws IOException {
        StatementEncoder encoder = encoder("INSERT INTO t VALUES (?, ?)", "BEGIN");
        encoder.template(0);
        encoder.number(-42);
        encoder.text(ascii("-abc-"), 1, 3);
        encoder.send(connection);
        assertThat(text(nextPacket())).isEqualTo("\3INSERT INTO t VALUES (-42, 'abc')");
        encoder.template(1);
        encoder.send(connection);
        assertThat(text(nextPacket())).isEqualTo("\3BEGIN");
        connection.close(false);
        assertThat(receiver.read(ByteBuffer.allocate(1)))
                .as("bytes after the last packet")
                .isEqualTo(-1);
    }

    @Test
    void writesTypesOnlyOnceForEachStatement() throws IOException {
        preparedStatements.set(0, 77);
        preparedStatements.set(2, 78);
        StatementEncoder encoder = encoder("UPDATE t SET a = ? WHERE b = ?", "BEGIN", "COMMIT");
        for (int round = 0; round < 3; round++) {
            encoder.template(0);
            encoder.number(5_000_000_000L + round);
            encoder.text(ascii("x"), 0, 1);
            encoder.send(connection);
            ByteBuffer packet = nextPacket();
            assertExecutes(packet, 77);
            assertThat(packet.get()).as("no parameter is null").isZero();
            assertThat(packet.get()).isEqualTo((byte) (round == 0 ? 1 : 0));
            if (round == 0) {
                assertThat(packet.getShort()).isEqualTo((short) 8);
                assertThat(packet.getShort()).isEqualTo((short) 0xFD);
            }
            assertThat(packet.getLong()).isEqualTo(5_000_000_000L + round);
            assertThat(packet.get()).isEqualTo((byte) 1);
            assertThat(text(packet)).isEqualTo("x");

            encoder.template(2);
            encoder.send(connection);
            packet = nextPacket();
            assertExecutes(packet, 78);
            assertThat(packet.hasRemaining()).isFalse();
            encoder.template(1);
            encoder.send(connection);
            assertThat(text(nextPacket())).isEqualTo("\3BEGIN");
        }
    }

    /** The bitmap has one bit for each parameter. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 8, 9, 16, 17, 3_000})
    void writesBitmapForParameters(int parameterCount) throws IOException {
        preparedStatements.set(0, 1);
        StatementEncoder encoder = encoder("IN (" + String.join(",", Collections.nCopies(parameterCount, "?")) + ")");
        for (int round = 0; round < 2; round++) {
            encoder.template(0);
            for (int i = 0; i < parameterCount; i++) {
                encoder.number(i);
            }
            encoder.send(connection);
            ByteBuffer packet = nextPacket();
            assertExecutes(packet, 1);
            for (int i = 0; i < (parameterCount + 7) / 8; i++) {
                assertThat(packet.get()).isZero();
            }
            assertThat(packet.get()).isEqualTo((byte) (1 - round));
            for (int i = 0; i < parameterCount && round == 0; i++) {
                assertThat(packet.getShort()).isEqualTo((short) 8);
            }
            for (int i = 0; i < parameterCount; i++) {
                assertThat(packet.getLong()).isEqualTo(i);
            }
            assertThat(packet.hasRemaining()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 250, 251, 252, 65_535, 65_536, 1_000_000})
    void writesLongTexts(int length) throws IOException {
        byte[] value = ascii("v".repeat(length));
        preparedStatements.set(0, 1);
        StatementEncoder encoder = encoder("SET a = ?", "SET b = ?");
        encoder.template(0);
        encoder.text(value, 0, length);
        encoder.send(connection);
        ByteBuffer packet = nextPacket();
        assertExecutes(packet, 1);
        packet.get();
        packet.get();
        packet.getShort();
        int first = packet.get() & 0xFF;
        int encodedLength = first < 0xFB
                ? first
                : first == 0xFC ? packet.getShort() & 0xFFFF : packet.get() & 0xFF | (packet.getShort() & 0xFFFF) << 8;
        assertThat(first).isEqualTo(length < 251 ? length : length < 65_536 ? 0xFC : 0xFD);
        assertThat(encodedLength).isEqualTo(length);
        assertThat(packet.remaining()).isEqualTo(length);
        encoder.template(1);
        encoder.text(value, 0, length);
        encoder.send(connection);
        assertThat(text(nextPacket())).isEqualTo("\3SET b = '" + "v".repeat(length) + "'");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_096, 4_097, 1_000_000})
    void writesCompleteText(int length) throws IOException {
        StatementEncoder encoder = encoder("BEGIN");
        byte[] sql = ascii("12345" + "s".repeat(length));
        encoder.sql(sql, 5, length);
        encoder.send(connection);
        assertThat(text(nextPacket())).isEqualTo("\3" + "s".repeat(length));
        encoder.template(0);
        encoder.send(connection);
        assertThat(text(nextPacket())).isEqualTo("\3BEGIN");
    }

    @Test
    void rejectsTemplateOfSeveralPackets() {
        byte[] value = new byte[1 << 24];
        StatementEncoder encoder = encoder("SET a = ?");
        encoder.template(0);
        encoder.text(value, 0, value.length);
        assertThatThrownBy(() -> encoder.send(connection)).hasMessageContaining("16777227 bytes");
    }

    private StatementEncoder encoder(String... templates) {
        byte[][][] pieces = new byte[templates.length][][];
        for (int i = 0; i < templates.length; i++) {
            pieces[i] = StatementText.pieces(templates[i]);
        }
        return new StatementEncoder(pieces).using(preparedStatements);
    }

    private ByteBuffer nextPacket() throws IOException {
        int header = read(4).getInt();
        assertThat(header >>> 24).as("sequence").isZero();
        return read(header);
    }

    private ByteBuffer read(int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (connection.isSending()) {
                connection.continueSending();
            }
            assertThat(receiver.read(bytes)).isPositive();
        }
        return bytes.flip();
    }

    private static void assertExecutes(ByteBuffer packet, int id) {
        assertThat(packet.get()).isEqualTo((byte) 0x17);
        assertThat(packet.getInt()).isEqualTo(id);
        assertThat(packet.get()).isZero();
        assertThat(packet.getInt()).isEqualTo(1);
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.ISO_8859_1.decode(bytes).toString();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
