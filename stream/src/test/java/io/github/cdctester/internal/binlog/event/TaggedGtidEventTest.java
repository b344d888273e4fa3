// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class TaggedGtidEventTest {

    private static final long MICROS = 1_739_270_369_410_361L;

    @ParameterizedTest
    @CsvSource({
        "02, 1",
        "00, 0",
        "c3020b, 90200",
        "fbff07, 65535",
        "5d03, 215",
        "7f397d8970db2d06, 1739270369410361",
        "ffffffffffffffff7f, 9223372036854775807"
    })
    void readsVariableLengthInteger(String hex, long value) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(TaggedGtidEvent.value(ByteBuffer.wrap(bytes), 0, bytes.length))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"c302", "ff", "7f397d8970db2d"})
    void truncatedIntegerIsZero(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(TaggedGtidEvent.value(ByteBuffer.wrap(bytes), 0, bytes.length))
                .isZero();
    }

    @Test
    void findsCommitTimeAfterUuidAndTag() {
        for (String tag : new String[] {"a", "blue", "t".repeat(32)}) {
            assertThat(commitMicros(body(tag, true))).as(tag).isEqualTo(MICROS);
        }
    }

    @Test
    void hasNoCommitTimeIfFieldIsMissing() {
        assertThat(commitMicros(body("blue", false))).isEqualTo(BinlogSink.UNKNOWN_MICROS);
        assertThat(commitMicros(new byte[0])).isEqualTo(BinlogSink.UNKNOWN_MICROS);
    }

    @Test
    void hasNoCommitTimeIfEventIsTruncated() {
        byte[] completeBody = body("blue", true);
        int fieldOffset = completeBody.length - 2 - 8;
        for (int length = 0; length <= fieldOffset; length++) {
            assertThat(commitMicros(Arrays.copyOf(completeBody, length))).isEqualTo(BinlogSink.UNKNOWN_MICROS);
        }
    }

    @Test
    void survivesGarbage() {
        SplittableRandom random = new SplittableRandom(1);
        int foundCount = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] garbage = new byte[random.nextInt(80)];
            random.nextBytes(garbage);
            foundCount += commitMicros(garbage) == BinlogSink.UNKNOWN_MICROS ? 0 : 1;
        }
        assertThat(foundCount).isLessThan(10_000);
    }

    /** The event is at the very end of the buffer, so that a read past it throws. */
    private static long commitMicros(byte[] body) {
        EventBytes event = EventBytes.of(EventKind.GTID_TAGGED, body).withoutChecksum();
        int index = TaggedGtidEvent.commitTimeIndex(event.buffer(), 0, event.length());
        TaggedGtidEvent.originalCommitMicros(
                event.buffer(), index, event.length()); // must not read past the end either
        return TaggedGtidEvent.immediateCommitMicros(event.buffer(), index, event.length());
    }

    private static byte[] body(String tag, boolean withCommitTime) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {0x02, (byte) 0xA0, 0x00}); // version 1, size, no mandatory field
        body.writeBytes(new byte[] {0x00, 0x02}); // field 0: flags
        // field 1: the UUID. Each of its 16 bytes is a variable-length integer of one or two bytes
        body.write(0x02);
        for (int i = 0; i < 8; i++) {
            body.writeBytes(new byte[] {0x22, (byte) 0xFD, 0x03});
        }
        body.writeBytes(new byte[] {0x04, 0x04, 0x06, (byte) (tag.length() << 1)}); // fields 2 and 3: gno, tag
        body.writeBytes(tag.getBytes(StandardCharsets.US_ASCII));
        body.writeBytes(new byte[] {0x08, 0x0C, 0x0A, 0x10}); // fields 4 and 5: logical timestamps
        if (withCommitTime) {
            body.write(0x0C);
            body.writeBytes(HexFormat.of().parseHex("7f397d8970db2d06"));
        }
        body.writeBytes(new byte[] {0x10, 0x22}); // field 8: the transaction's length
        return body.toByteArray();
    }
}
