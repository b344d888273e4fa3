// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The responses may arrive in two pieces. */
class ResponseTest {

    private static final int MAX_PAYLOAD_BYTES = 0xFF_FFFF;
    private static final String COLUMN = "0364656600";
    private static final String END = "fe00000200";
    private static final String END_BEFORE_NEXT_RESULT = "fe00000a00";
    private static final String ERROR = "ffbd04233430303031446561646c6f636b";

    private final List<String> stateChanges = new ArrayList<>();
    private final Response response = new Response(
            new byte[Response.SCRATCH_BYTES],
            (packet, length) -> stateChanges.add(HexFormat.of().formatHex(packet, 0, length)));
    private int sequence;

    @ParameterizedTest
    @CsvSource({
        "00000002000000, 0",
        "00050002000000, 5",
        "00fa0002000000, 250",
        "00fcfb000002000000, 251",
        "00fd0000010002000000, 65536",
        "00fe00000000010000000002000000, 4294967296",
        "0001fc000102000000, 1",
        "0001fe000000000100000002000000, 1"
    })
    void readsChangedRows(String ok, long changedRows) throws Exception {
        byte[] packets = packets(ok);
        for (int cut = 0; cut <= packets.length; cut++) {
            assertThat(read(packets, cut)).isTrue();
            assertThat(response.changedRows()).isEqualTo(changedRows);
            assertThat(response.hasRow()).isFalse();
            assertThat(response.error()).isNull();
        }
        assertThat(stateChanges).isEmpty();
    }

    @Test
    void reportsStateChanges() throws Exception {
        String ok = "000100024000000000" + "03" + "000100";
        byte[] packets = packets(ok);
        for (int cut = 0; cut <= packets.length; cut++) {
            assertThat(read(packets, cut)).isTrue();
        }
        assertThat(stateChanges).hasSize(packets.length + 1).containsOnly(ok);
    }

    @Test
    void readsErrorThenNextResponse() throws Exception {
        byte[] error = packets(ERROR);
        byte[] ok = packets("00030002000000");
        for (int cut = 0; cut <= error.length; cut++) {
            assertThat(read(error, cut)).isTrue();
            assertThat(response.error().code()).isEqualTo(1213);
            assertThat(response.error().state()).isEqualTo("40001");
            assertThat(response.error().text()).isEqualTo("Deadlock");
            assertThat(read(ok, cut % ok.length)).isTrue();
            assertThat(response.error()).isNull();
            assertThat(response.changedRows()).isEqualTo(3);
        }
    }

    /** The third row begins like an end packet, but is longer. The fourth is a row of a prepared statement. */
    @ParameterizedTest
    @ValueSource(strings = {"0161", "fb", "fe0000000000000000", "00000161"})
    void skipsRows(String row) throws Exception {
        byte[] packets = packets("02", COLUMN, COLUMN, END, row, row, END);
        for (int cut = 0; cut <= packets.length; cut++) {
            assertThat(read(packets, cut)).isTrue();
            assertThat(response.hasRow()).isTrue();
            assertThat(response.changedRows()).isZero();
        }
        assertThat(read(packets("01", COLUMN, END, END), 1)).isTrue();
        assertThat(response.hasRow()).isFalse();
    }

    @Test
    void readsErrorAfterRows() throws Exception {
        byte[] packets = packets("01", COLUMN, END, "0161", ERROR);
        for (int cut = 0; cut <= packets.length; cut++) {
            assertThat(read(packets, cut)).isTrue();
            assertThat(response.error().code()).isEqualTo(1213);
        }
    }

    @Test
    void readsSeveralResults() throws Exception {
        byte[] packets = packets("00010008000000", "01", COLUMN, END, "0161", END_BEFORE_NEXT_RESULT, "00020002000000");
        for (int cut = 0; cut <= packets.length; cut++) {
            assertThat(read(packets, cut)).isTrue();
            assertThat(response.changedRows()).isEqualTo(2);
        }
    }

    @Test
    void leavesBytesAfterResponse() throws Exception {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(packets("00010002000000"));
        both.writeBytes(packets(ERROR));
        ByteBuffer in = ByteBuffer.wrap(both.toByteArray());
        assertThat(response.read(in)).isTrue();
        assertThat(response.error()).isNull();
        assertThat(response.read(in)).isTrue();
        assertThat(response.error().code()).isEqualTo(1213);
        assertThat(in.hasRemaining()).isFalse();
    }

    /** A row in a packet of maximum size continues in the next packet. */
    @ParameterizedTest
    @ValueSource(strings = {"", "ff", END, "fb61"})
    void skipsRowOfSeveralPackets(String lastPayload) throws Exception {
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        packets.writeBytes(packets("01", COLUMN, END));
        packets.writeBytes(header(MAX_PAYLOAD_BYTES));
        byte[] row = new byte[MAX_PAYLOAD_BYTES];
        Arrays.fill(row, (byte) 0xFE);
        packets.writeBytes(row);
        packets.writeBytes(header(lastPayload.length() / 2));
        packets.writeBytes(HexFormat.of().parseHex(lastPayload));
        packets.writeBytes(packets("0161", END));
        ByteBuffer in = ByteBuffer.wrap(packets.toByteArray());
        boolean isComplete = false;
        while (in.hasRemaining()) {
            assertThat(isComplete).isFalse();
            ByteBuffer piece = in.slice(in.position(), Math.min(99_991, in.remaining()));
            isComplete = response.read(piece);
            in.position(in.position() + piece.position());
        }
        assertThat(isComplete).isTrue();
        assertThat(response.hasRow()).isTrue();
        assertThat(response.error()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "fb2f6574632f706173737764, a request for a local file",
        "00, ends too early",
        "0000000200, ''",
        "00fc01, ends too early",
        "000000, ends too early",
        "fe0000, ends too early",
        "'', an empty packet",
        "ff, ''"
    })
    void readsOrRejectsInvalidPacket(String packet, String message) throws Exception {
        byte[] packets = packets(packet);
        if (message.isEmpty()) {
            assertThat(read(packets, 2)).isTrue();
            return;
        }
        assertThatExceptionOfType(MySqlProtocolException.class)
                .isThrownBy(() -> read(packets, packets.length))
                .withMessageContaining(message);
    }

    @Test
    void rejectsMoreColumnsThanAnnounced() {
        assertThatExceptionOfType(MySqlProtocolException.class)
                .isThrownBy(() -> read(packets("01", COLUMN, COLUMN), 0))
                .withMessageContaining("more columns");
    }

    @Test
    void rejectsOkPacketAboveLimit() {
        byte[] header = header(Response.SCRATCH_BYTES + 1);
        ByteBuffer in = ByteBuffer.allocate(5).put(header).put((byte) 0).flip();
        assertThatExceptionOfType(MySqlProtocolException.class)
                .isThrownBy(() -> response.read(in))
                .withMessageContaining("65537 bytes");
    }

    @Test
    void readsPacketOfMaximumLength() throws Exception {
        byte[] payload = new byte[Response.SCRATCH_BYTES];
        payload[0] = 0;
        payload[1] = 9;
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        packets.writeBytes(header(payload.length));
        packets.writeBytes(payload);
        for (int cut : IntStream.of(0, 1, 4, 5, 30_000, 65_539).toArray()) {
            assertThat(read(packets.toByteArray(), cut)).isTrue();
            assertThat(response.changedRows()).isEqualTo(9);
        }
    }

    private boolean read(byte[] packets, int cut) throws MySqlProtocolException {
        ByteBuffer first = ByteBuffer.wrap(packets, 0, cut);
        assertThat(response.read(first)).isEqualTo(cut == packets.length);
        assertThat(first.hasRemaining()).isFalse();
        ByteBuffer second = ByteBuffer.wrap(packets, cut, packets.length - cut);
        return cut == packets.length || response.read(second) && !second.hasRemaining();
    }

    private byte[] packets(String... payloads) {
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        for (String payload : payloads) {
            packets.writeBytes(header(payload.length() / 2));
            packets.writeBytes(HexFormat.of().parseHex(payload));
        }
        return packets.toByteArray();
    }

    private byte[] header(int length) {
        return new byte[] {(byte) length, (byte) (length >> 8), (byte) (length >> 16), (byte) ++sequence};
    }
}
