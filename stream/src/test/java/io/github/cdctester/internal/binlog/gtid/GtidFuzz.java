// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.binlog.Allocations;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.rows.CountedRows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any input is read as GTIDs, or rejected with an expected exception. The input is a set in an event, a GTID event, or text. */
public class GtidFuzz {

    private static final String[] TEXTS = {
        "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:7",
        "3E11FA47-71CA-11E1-9E33-C80AA9429562:1-5:blue:1-2 : green_2:1,\nffffffff-8080-7f7f-0000-0102030405ff:77",
        "0-1-100,4294967295-2-18446744073709551615",
        "binlog.000003:157",
        "earliest"
    };

    @MethodSource("seeds")
    @FuzzTest(maxDuration = "")
    void readsOrRejectsInput(byte[] input) {
        check(input);
    }

    public static void check(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] content = Arrays.copyOfRange(input, 1, input.length);
        Allocations.runBounded(input.length, () -> {
            checkKind(input[0] & 3, content);
            return content;
        });
    }

    static Stream<byte[]> seeds() {
        Stream<byte[]> texts = Stream.of(TEXTS).map(text -> seed(2, text.getBytes(StandardCharsets.UTF_8)));
        Stream<byte[]> sets = Stream.of(TEXTS)
                .limit(2)
                .map(text -> seed(0, GtidSet.parse(text).encode()));
        Stream<byte[]> events = CapturedStream.all()
                .flatMap(stream -> CountedRows.events(stream).stream()
                        .map(event -> Arrays.copyOf(event, event.length - stream.checksumBytes())))
                .filter(event -> event[4] == EventKind.GTID
                        || event[4] == EventKind.GTID_TAGGED
                        || (event[4] & 0xFF) == EventKind.MARIADB_GTID)
                .limit(40)
                .map(event -> seed(1, event));
        return Stream.of(texts, sets, events).flatMap(seeds -> seeds);
    }

    private static byte[] seed(int kind, byte[] content) {
        return ByteBuffer.allocate(1 + content.length)
                .put((byte) kind)
                .put(content)
                .array();
    }

    private static void checkKind(int kind, byte[] bytes) {
        switch (kind) {
            case 0 -> checkSet(bytes);
            case 1 -> checkEvent(bytes);
            default -> checkText(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private static void checkSet(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        GtidSet set;
        try {
            set = GtidSetDecoder.decode(buffer, 0, bytes.length);
        } catch (StreamProtocolException e) {
            return;
        }
        assertThat(GtidSet.parse(set.toString())).isEqualTo(set);
        byte[] encodedSet = set.encode();
        try {
            assertThat(GtidSetDecoder.decode(
                            ByteBuffer.wrap(encodedSet).order(ByteOrder.LITTLE_ENDIAN), 0, encodedSet.length))
                    .isEqualTo(set);
        } catch (StreamProtocolException e) {
            throw new AssertionError("an encoded set cannot be decoded", e);
        }
    }

    private static void checkEvent(byte[] bytes) {
        if (bytes.length < EventFramer.HEADER_BYTES) {
            return;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int end = Math.min(bytes.length, EventFramer.PREFIX_BYTES);
        for (boolean mariaDb : new boolean[] {false, true}) {
            GtidReader reader = new GtidReader(mariaDb);
            assertThat(reader.read(buffer, 0, end, bytes[4] & 0xFF)).isEqualTo(reader.hasGtid());
            if (reader.hasGtid()) {
                Gtids gtids = Gtids.none(mariaDb);
                gtids.add(reader.high(), reader.low(), reader.tag(), reader.number());
                Gtid expected = new Gtid(mariaDb, reader.high(), reader.low(), reader.tag(), reader.number());
                assertThat(gtids).hasToString(expected.toString()).isEqualTo(Gtids.parse(expected.toString(), mariaDb));
            }
        }
    }

    private static void checkText(String text) {
        try {
            StartPosition start = StartPosition.parse(text);
            assertThat(StartPosition.parse(start.toString())).isEqualTo(start);
        } catch (InvalidPlanException e) {
            assertThat(e.property()).isEqualTo("from");
        }
        try {
            GtidSet set = GtidSet.parse(text);
            assertThat(GtidSet.parse(set.toString())).isEqualTo(set);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("not a GTID set: ");
        }
        try {
            MariaDbGtidState state = MariaDbGtidState.parse(text);
            assertThat(MariaDbGtidState.parse(state.toString())).isEqualTo(state);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("not a list of MariaDB GTIDs: ");
        }
    }
}
