// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeStatementTest {

    private static final int FULL_PACKET = 0xFF_FFFF;
    private static final byte COM_QUERY = 3;

    private final LargeStatement statement = new LargeStatement();

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 65_530, 65_531, 65_532, FULL_PACKET - 2, FULL_PACKET - 1, FULL_PACKET, 2 * FULL_PACKET - 1})
    void cutsCommandIntoPackets(int length) {
        byte[] argument = new byte[length + 3];
        for (int i = 0; i < argument.length; i++) {
            argument[i] = (byte) (i * 31);
        }
        statement.begin(COM_QUERY, argument, 2, length);
        byte[] sent = sent();

        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        List<Integer> lengths = new ArrayList<>();
        for (int index = 0; index < sent.length; ) {
            int packet = sent[index] & 0xFF | (sent[index + 1] & 0xFF) << 8 | (sent[index + 2] & 0xFF) << 16;
            assertThat(sent[index + 3]).as("sequence number").isEqualTo((byte) lengths.size());
            payload.write(sent, index + 4, packet);
            lengths.add(packet);
            index += 4 + packet;
        }
        assertThat(lengths.get(lengths.size() - 1)).isLessThan(FULL_PACKET);
        assertThat(lengths.subList(0, lengths.size() - 1)).allMatch(packet -> packet == FULL_PACKET);
        byte[] received = payload.toByteArray();
        assertThat(received[0]).isEqualTo(COM_QUERY);
        assertThat(Arrays.equals(received, 1, received.length, argument, 2, 2 + length))
                .isTrue();
    }

    @Test
    void canBeUsedAgain() {
        for (int round = 0; round < 2; round++) {
            statement.begin(COM_QUERY, new byte[] {'a', 'b'}, 0, 2);
            assertThat(sent()).containsExactly(3, 0, 0, 0, COM_QUERY, 'a', 'b');
        }
    }

    private byte[] sent() {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        while (statement.hasNext()) {
            java.nio.ByteBuffer piece = statement.next();
            assertThat(piece.remaining()).isPositive();
            sent.write(piece.array(), piece.position(), piece.remaining());
        }
        return sent.toByteArray();
    }
}
