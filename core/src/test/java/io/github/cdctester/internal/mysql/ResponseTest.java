// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseTest {

    private static final int FULL_PACKET = 0xFF_FFFF;
    private static final byte[] COLUMN = "def column".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = bytes(0xFE, 0, 0, 2, 0);
    private static final byte[] OK = bytes(0, 3, 0, 2, 0, 0, 0);

    private final List<byte[]> changes = new ArrayList<>();
    private final Response response = new Response(
            new byte[Response.SCRATCH_BYTES], (packet, length) -> changes.add(Arrays.copyOf(packet, length)));

    @Test
    void readsResponsesThatAreCutAnywhere() throws MySqlProtocolException {
        byte[] ok = stream(OK);
        byte[] rows = stream(bytes(1), COLUMN, END, bytes(1, 'a'), bytes(0xFB), END);
        byte[] error = stream(error(1213, "40001", "Deadlock found"));
        byte[] lateError = stream(bytes(2), COLUMN, COLUMN, END, bytes(1, 'a', 1, 'b'), error(1317, "70100", "killed"));
        for (byte[] whole : List.of(ok, rows, error, lateError)) {
            for (int first = 0; first < whole.length; first++) {
                for (int second : new int[] {first, (first + whole.length) / 2, whole.length - 1}) {
                    assertThat(response.read(ByteBuffer.wrap(whole, 0, first))).isFalse();
                    assertThat(response.read(ByteBuffer.wrap(whole, first, second - first)))
                            .isFalse();
                    assertThat(response.read(ByteBuffer.wrap(whole, second, whole.length - second)))
                            .isTrue();
                    assertThat(response.isBegun()).isFalse();
                    assertThat(response.changedRows()).isEqualTo(whole == ok ? 3 : 0);
                    assertThat(response.foundRow()).isEqualTo(whole == rows || whole == lateError);
                    assertThat(response.error() == null ? 0 : response.error().code())
                            .isEqualTo(whole == error ? 1213 : whole == lateError ? 1317 : 0);
                }
            }
        }
        assertThat(changes).isEmpty();
    }

    @Test
    void leavesBytesAfterResponse() throws MySqlProtocolException {
        ByteBuffer both = ByteBuffer.wrap(stream(OK, error(4031, "HY000", "idle")));
        both.put(stream(OK).length + 3, (byte) 0); // an error without a request has the number 0
        assertThat(response.read(both)).isTrue();
        assertThat(response.error()).isNull();
        assertThat(response.read(both)).isTrue();
        assertThat(response.error()).isNotNull();
        assertThat(response.error().code()).isEqualTo(4031);
        assertThat(response.error().state()).isEqualTo("HY000");
        assertThat(both.hasRemaining()).isFalse();
    }

    @Test
    void readsEmptyResultSet() throws MySqlProtocolException {
        assertThat(response.read(ByteBuffer.wrap(stream(bytes(1), COLUMN, END, END))))
                .isTrue();
        assertThat(response.foundRow()).isFalse();
        assertThat(response.error()).isNull();
    }

    @Test
    void readsLongNumberOfRows() throws MySqlProtocolException {
        assertThat(response.read(ByteBuffer.wrap(stream(bytes(0, 0xFD, 0x40, 0x42, 0x0F, 0, 2, 0, 0, 0)))))
                .isTrue();
        assertThat(response.changedRows()).isEqualTo(1_000_000);
    }

    @Test
    void reportsStateChanges() throws MySqlProtocolException {
        byte[] changed = bytes(0, 1, 0, 2, 0x40, 0, 0, 0, 3, 3, 1, 'x');
        assertThat(response.read(ByteBuffer.wrap(stream(changed)))).isTrue();
        assertThat(changes).hasSize(1).first().isEqualTo(changed);
    }

    @Test
    void endsWithLastOfSeveralResults() throws MySqlProtocolException {
        byte[] first = stream(bytes(0, 1, 0, 0x0A, 0, 0, 0));
        assertThat(response.read(ByteBuffer.wrap(first))).isFalse();
        assertThat(response.read(ByteBuffer.wrap(stream(OK)))).isTrue();
        assertThat(response.changedRows()).isEqualTo(3);
    }

    /** A row of 2^24 − 1 bytes or more is continued; the first byte of a continuation has no meaning. */
    @Test
    void skipsRowsOfSeveralPackets() throws MySqlProtocolException {
        byte[] head = stream(bytes(1), COLUMN, END);
        for (byte[] rest : List.of(bytes(), bytes(0xFE, 0, 0, 2, 0), bytes(0xFF, 1, 2))) {
            assertThat(response.read(ByteBuffer.wrap(head))).isFalse();
            ByteBuffer row = ByteBuffer.allocate(FULL_PACKET + 4);
            row.put(bytes(0xFF, 0xFF, 0xFF, 4, 0xFD, 0xFB, 0xFF, 0xFF)).clear();
            assertThat(response.read(row)).isFalse();
            assertThat(response.read(ByteBuffer.wrap(stream(rest)))).isFalse();
            assertThat(response.read(ByteBuffer.wrap(stream(END)))).isTrue();
            assertThat(response.foundRow()).isTrue();
            assertThat(response.error()).isNull();
        }
    }

    @Test
    void refusesOtherPackets() {
        for (byte[] wrong : List.of(
                stream(bytes()),
                stream(bytes(0xFB, 'f')),
                stream(bytes(0)),
                stream(bytes(0, 0xFE, 1)),
                stream(bytes(1), COLUMN, COLUMN))) {
            Response fresh = new Response(new byte[Response.SCRATCH_BYTES], (packet, length) -> {});
            assertThatThrownBy(() -> fresh.read(ByteBuffer.wrap(wrong)))
                    .as(Arrays.toString(wrong))
                    .isInstanceOf(MySqlProtocolException.class);
        }
    }

    private static byte[] error(int code, String state, String text) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(bytes(0xFF, code, code >> 8, '#'));
        packet.writeBytes((state + text).getBytes(StandardCharsets.US_ASCII));
        return packet.toByteArray();
    }

    private static byte[] stream(byte[]... packets) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (int i = 0; i < packets.length; i++) {
            joined.writeBytes(bytes(packets[i].length, packets[i].length >> 8, packets[i].length >> 16, i + 1));
            joined.writeBytes(packets[i]);
        }
        return joined.toByteArray();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
