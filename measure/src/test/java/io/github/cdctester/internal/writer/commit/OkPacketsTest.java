// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver must receive unchanged bytes. */
class OkPacketsTest {

    private static final String GTID = "3e11fa47-71ca-11e1-9e33-c80aa9429562:23";
    private static final int STATE_CHANGED = 0x4002;

    private final List<Long> numbers = new ArrayList<>();
    private final ByteArrayOutputStream sentBytes = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 7, 100, 1 << 16})
    void findsGtidsForAnyReadSize(int bytesPerRead) throws IOException {
        packet(1, ok(STATE_CHANGED, concat(gtids(GTID))));
        packet(1, ok(2, new byte[0]));
        packet(1, ok(STATE_CHANGED, concat(variable("autocommit", "ON"), gtids(GTID))));
        packet(1, ok(STATE_CHANGED, concat(variable("last_gtid", "0-1-99"))));

        assertThat(read(bytesPerRead)).isEqualTo(sentBytes.toByteArray());
        assertThat(numbers).containsExactly(23L, 23L, 99L);
    }

    @Test
    void ignoresRowsThatResembleOkPackets() throws IOException {
        byte[] rowLikeOk = ok(STATE_CHANGED, concat(gtids(GTID)));
        packet(1, new byte[] {1});
        packet(2, rowLikeOk);
        packet(3, rowLikeOk);
        packet(4, new byte[] {(byte) 0xFE, 0, 0, 2, 0, 0, 0});

        read(64);
        assertThat(numbers).isEmpty();
    }

    /** Statements such as ANALYZE TABLE are logged, and their response contains rows. */
    @Test
    void findsGtidsAfterRows() throws IOException {
        byte[] end = ok(STATE_CHANGED, concat(gtids(GTID)));
        end[0] = (byte) 0xFE;
        packet(1, new byte[] {1});
        packet(2, new byte[] {(byte) 0xFB, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7});
        packet(3, end);
        packet(1, end);

        read(5);
        assertThat(numbers).containsExactly(23L, 23L);
    }

    @Test
    void skipsInvalidOkPackets() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] noise = new byte[random.nextInt(i % 100 == 0 ? 70_000 : 80)];
            random.nextBytes(noise);
            if (noise.length > 0) {
                noise[0] = 0;
            }
            packet(1, noise);
            byte[] truncated = ok(STATE_CHANGED, concat(gtids(GTID)));
            packet(1, java.util.Arrays.copyOf(truncated, random.nextInt(truncated.length)));
        }
        packet(1, ok(STATE_CHANGED, concat(gtids(GTID))));

        assertThat(read(8_192)).isEqualTo(sentBytes.toByteArray());
        assertThat(numbers).containsExactly(23L);
    }

    private byte[] read(int bytesPerRead) throws IOException {
        ByteArrayOutputStream readBytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[bytesPerRead];
        try (OkPackets packets = new OkPackets(
                new ByteArrayInputStream(sentBytes.toByteArray()), (high, low, tag, number) -> numbers.add(number))) {
            int bytes;
            while ((bytes = packets.read(buffer, 0, bytesPerRead)) > 0) {
                readBytes.write(buffer, 0, bytes);
            }
        }
        return readBytes.toByteArray();
    }

    private void packet(int sequence, byte[] payload) {
        sentBytes.write(payload.length);
        sentBytes.write(payload.length >> 8);
        sentBytes.write(payload.length >> 16);
        sentBytes.write(sequence);
        sentBytes.writeBytes(payload);
    }

    private static byte[] ok(int status, byte[] changes) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.write(0);
        packet.writeBytes(new byte[] {(byte) 0xFC, 0x10, 0x27}); // 10,000 rows
        packet.write(0);
        packet.writeBytes(new byte[] {(byte) status, (byte) (status >> 8), 0, 0});
        if (changes.length > 0) {
            packet.writeBytes(text("Rows matched"));
            packet.write(changes.length);
            packet.writeBytes(changes);
        }
        return packet.toByteArray();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private static byte[] gtids(String gtids) {
        return change(3, concat(new byte[] {0}, text(gtids)));
    }

    private static byte[] variable(String name, String value) {
        return change(0, concat(text(name), text(value)));
    }

    private static byte[] change(int type, byte[] data) {
        return concat(new byte[] {(byte) type, (byte) data.length}, data);
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return concat(new byte[] {(byte) bytes.length}, bytes);
    }
}
