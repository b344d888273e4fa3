// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeStatementTest {

    private static final int FULL = 0xFF_FFFF; // maximum payload of a packet in bytes

    private final LargeStatement statement = new LargeStatement();

    /** The payload is one byte longer than {@code length}, because it includes the command byte. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_531, 65_532, 65_533, FULL - 2, FULL - 1, FULL, FULL + 65_000, 2 * FULL - 1, 40 << 20})
    void splitsStatementIntoPackets(int length) {
        byte[] text = new byte[length + 7];
        new Random(length).nextBytes(text);
        for (int round = 0; round < 2; round++) {
            statement.begin((byte) 3, text, 3, length);
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            while (statement.hasNext()) {
                ByteBuffer piece = statement.next();
                assertThat(piece.remaining()).isBetween(1, 1 << 16);
                output.write(piece.array(), 0, piece.remaining());
            }
            assertThat(payload(ByteBuffer.wrap(output.toByteArray()), length + 1))
                    .isEqualTo(expected(text, 3, length));
        }
    }

    private static ByteBuffer expected(byte[] text, int from, int length) {
        return ByteBuffer.allocate(length + 1)
                .put((byte) 3)
                .put(text, from, length)
                .flip();
    }

    /** Joins the packets up to the first packet below the maximum length. */
    private static ByteBuffer payload(ByteBuffer packets, int expectedBytes) {
        byte[] payload = new byte[expectedBytes];
        int bytes = 0;
        int length = FULL;
        for (int sequence = 0; length == FULL; sequence++) {
            length = packets.get() & 0xFF | (packets.get() & 0xFF) << 8 | (packets.get() & 0xFF) << 16;
            assertThat(packets.get()).isEqualTo((byte) sequence);
            packets.get(payload, bytes, length);
            bytes += length;
        }
        assertThat(packets.hasRemaining()).isFalse();
        return ByteBuffer.wrap(Arrays.copyOf(payload, bytes));
    }
}
