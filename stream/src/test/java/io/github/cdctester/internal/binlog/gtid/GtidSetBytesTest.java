// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses bodies of PREVIOUS_GTIDS events that MySQL 9.7.4-2 wrote. */
public class GtidSetBytesTest {

    private static final String UUID = "0618a1f8e58e11f190160242ac110004";
    private static final String UNTAGGED =
            "0100000000000000" + UUID + "0100000000000000" + "0100000000000000" + "0300000000000000";
    private static final String TAGGED = "0105000000000001" // tagged format (first and last byte 1), five sources
            + UUID + "00" + "0100000000000000" + "0100000000000000" + "0600000000000000"
            + UUID + "08626c7565" + "0100000000000000" + "0100000000000000" + "0300000000000000"
            + UUID + "0e677265656e5f32" + "0100000000000000" + "0100000000000000" + "0200000000000000"
            + "ffffffff80807f7f00000102030405ff" + "00" + "0100000000000000" + "4d00000000000000" + "4e00000000000000"
            + "ffffffff80807f7f00000102030405ff" + "047a7a" + "0200000000000000"
            + "0500000000000000" + "0600000000000000" + "feffffffffffff7f" + "ffffffffffffff7f";

    @ParameterizedTest
    @CsvSource({
        "0000000000000000, ''",
        UNTAGGED + ", 0618a1f8-e58e-11f1-9016-0242ac110004:1-2",
        TAGGED + ", '0618a1f8-e58e-11f1-9016-0242ac110004:1-5:blue:1-2:green_2:1,\n"
                + "ffffffff-8080-7f7f-0000-0102030405ff:77:zz:5:9223372036854775806'"
    })
    void readsAndWritesServerFormat(String hex, String text) throws Exception {
        assertThat(decode(HexFormat.of().parseHex(hex))).hasToString(text);
        assertThat(GtidSet.parse(text).encode()).asHexString().isEqualToIgnoringCase(hex);
    }

    @Test
    void decodesEncodedSet() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            GtidSet set = new GtidSet();
            for (int adds = random.nextInt(50); adds > 0; adds--) {
                String tag = i % 2 == 0 || random.nextBoolean() ? "" : "t" + random.nextInt(3);
                set.add(random.nextInt(2), random.nextInt(-1, 1), tag, random.nextLong(1, 100));
            }
            assertThat(decode(set.encode())).isEqualTo(set);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {UNTAGGED, TAGGED})
    void rejectsTruncatedOrTooLongInput(String hex) {
        byte[] completeSet = HexFormat.of().parseHex(hex);
        for (int length = 0; length < completeSet.length; length++) {
            assertRejected(Arrays.copyOf(completeSet, length));
        }
        assertRejected(Arrays.copyOf(completeSet, completeSet.length + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0100000000000002", // unknown format
                "0005000000000001", // only one of the two format bytes is 1
                "ffffffffffffff00", // more sources than fit
                "01ffffffffffff01",
                "0100000000000000" + UUID + "ffffffffffffffff", // more intervals than fit
                "0100000000000000" + UUID + "0100000000000000" + "0000000000000000" + "0300000000000000", // from 0
                "0100000000000000" + UUID + "0100000000000000" + "0300000000000000" + "0300000000000000", // empty
                "0100000000000000" + UUID + "0200000000000000" + "0500000000000000" + "0600000000000000"
                        + "0500000000000000" + "0600000000000000", // the same interval twice
                "0101000000000001" + UUID + "01" + "61" + "0000000000000000", // a tag's length of more than one byte
                "0101000000000001" + UUID + "42"
                        + "61616161616161616161616161616161616161616161616161616161616161616161"
                        + "0000000000000000", // a tag of 33 characters
                "0101000000000001" + UUID + "0241" + "0000000000000000", // upper case
            })
    void rejectsInvalidInput(String hex) {
        assertRejected(HexFormat.of().parseHex(hex));
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void survivesMutations() {
        SplittableRandom random = new SplittableRandom(7);
        int rejectedCount = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] mutatedSet = HexFormat.of().parseHex(i % 2 == 0 ? UNTAGGED : TAGGED);
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                mutatedSet[random.nextInt(mutatedSet.length)] = (byte) random.nextInt(256);
            }
            try {
                GtidSet set = decode(mutatedSet);
                assertThat(decode(set.encode())).isEqualTo(set);
                assertThat(GtidSet.parse(set.toString())).isEqualTo(set);
            } catch (StreamProtocolException e) {
                rejectedCount++;
            }
        }
        assertThat(rejectedCount).isBetween(1_000, 19_000);
    }

    private static void assertRejected(byte[] bytes) {
        assertThatExceptionOfType(StreamProtocolException.class)
                .isThrownBy(() -> decode(bytes))
                .withMessageContaining("a GTID set ");
    }

    /** The event has a header and a checksum. */
    private static GtidSet decode(byte[] body) throws StreamProtocolException {
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        event.writeBytes(new byte[EventFramer.HEADER_BYTES]);
        event.writeBytes(body);
        event.writeBytes(new byte[] {1, 2, 3, 4});
        ByteBuffer buffer = ByteBuffer.wrap(event.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        return GtidSetDecoder.decode(buffer, EventFramer.HEADER_BYTES, EventFramer.HEADER_BYTES + body.length);
    }
}
