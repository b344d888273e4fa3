// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.BodyFeed;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The statements that wrote the rows determine the counts. */
public class RowCounterTest {

    /** Longer events are cut at random offsets. */
    private static final int MAX_EXHAUSTIVE_BYTES = 12_000;

    private static final String MARIADB_MIX =
            "{t.a.DELETE=1, t.a.INSERT=7, t.a.UPDATE=2, t.c.INSERT=3, t.m.INSERT=1, t.seq.INSERT=1}";

    private final CountedRows tally = new CountedRows();

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void countsRowsOfStatements(CapturedStream stream) throws IOException {
        for (ByteBuffer buffer : List.of(ByteBuffer.allocate(1 << 20), ByteBuffer.allocateDirect(1 << 20))) {
            CountedRows completeTally = new CountedRows();
            feed(completeTally, stream).play(stream.bytes(), buffer, () -> Integer.MAX_VALUE);
            assertThat(completeTally.unknownEvents).isEmpty();
            assertThat(completeTally.rows).isEqualTo(CountedRows.expectedCounts(stream));
        }
    }

    /** Expected row counts come from the {@code .sql} files of the streams. Rows in payloads are not counted. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mysql-inserts            | {t.sbtest1.INSERT=25}",
                "mysql-anonymous          | {t.sbtest1.INSERT=25}",
                "mysql-no-checksum        | {t.sbtest1.INSERT=25}",
                "mysql-mix                | {t.a.DELETE=1, t.a.INSERT=10, t.a.UPDATE=3, t.b.INSERT=6, t.b.UPDATE=3,"
                        + " t.c.INSERT=2, t.m.INSERT=3}",
                "mysql-mid-file           | {t.a.INSERT=7, t.b.INSERT=3, t.m.INSERT=3}",
                "mysql-statements         | {t.a.INSERT=1}",
                "mariadb-10.11            | " + MARIADB_MIX,
                "mariadb-10.11-compressed | " + MARIADB_MIX,
                "mariadb-10.11-no-checksum| " + MARIADB_MIX,
                "mariadb-11.4             | " + MARIADB_MIX,
                "mariadb-11.4-compressed  | " + MARIADB_MIX,
                "mariadb-11.4-mid-file    | {t.a.DELETE=1, t.a.INSERT=6, t.a.UPDATE=2, t.c.INSERT=3, t.m.INSERT=1,"
                        + " t.seq.INSERT=1}"
            })
    void countsRowsOfTransactionStreams(String name, String rows) throws IOException {
        CapturedStream stream = CapturedStream.load(name);
        feed(tally, stream).play(stream.bytes(), ByteBuffer.allocate(1 << 20), () -> Integer.MAX_VALUE);
        assertThat(tally.rows).hasToString(rows);
        assertThat(tally.unknownEvents).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void countsSameForReadsOfOneByte(CapturedStream stream) throws IOException {
        feed(tally, stream).play(stream.bytes(), ByteBuffer.allocate(StreamPlayer.MIN_BUFFER_BYTES), () -> 1);
        assertThat(tally.rows).isEqualTo(CountedRows.expectedCounts(stream));
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void countsSameForReadsOfRandomSizes(CapturedStream stream) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(StreamPlayer.MIN_BUFFER_BYTES + 50);
        for (long seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int maxReadBytes = 2 + random.nextInt(3_000);
            CountedRows cutTally = new CountedRows();
            feed(cutTally, stream).play(stream.bytes(), buffer, () -> random.nextInt(1, maxReadBytes));
            assertThat(cutTally.rows).as("seed %d", seed).isEqualTo(CountedRows.expectedCounts(stream));
        }
    }

    /** Some cuts are before the rows. */
    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void countsSameForEventsInTwoOrThreePieces(CapturedStream stream) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        BodyFeed eventFeed = feed(tally, stream);
        for (byte[] event : CountedRows.events(stream)) {
            tally.rows.clear();
            eventFeed.event(event);
            Map<String, Long> uncutRows = Map.copyOf(tally.rows);
            boolean cutsEverywhere = event.length <= MAX_EXHAUSTIVE_BYTES;
            for (int i = EventFramer.HEADER_BYTES; i < (cutsEverywhere ? event.length : 2_000); i++) {
                int cut = cutsEverywhere ? i : random.nextInt(EventFramer.HEADER_BYTES, event.length);
                tally.rows.clear();
                eventFeed.event(event, cut);
                eventFeed.event(event, cut, random.nextInt(cut, event.length));
                if (!tally.rows.equals(twice(uncutRows))) {
                    assertThat(tally.rows).as("cut at %d", cut).isEqualTo(twice(uncutRows));
                }
            }
        }
        assertThat(tally.unknownEvents).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void countsSameForEventsInOneBytePieces(CapturedStream stream) throws IOException {
        BodyFeed eventFeed = feed(tally, stream);
        for (byte[] event : CountedRows.events(stream)) {
            eventFeed.event(
                    event,
                    IntStream.range(EventFramer.HEADER_BYTES, event.length).toArray());
        }
        assertThat(tally.rows).isEqualTo(CountedRows.expectedCounts(stream));
    }

    @Test
    void countsCompressedRows() throws IOException {
        BodyFeed eventFeed = new BodyFeed(new RowCounter(tally), 4);
        eventFeed.event(RowEvents.tableMap(7).bytes());
        eventFeed.event(RowEvents.compressedRows(7, 10_000).bytes());
        assertThat(tally.rows).isEqualTo(Map.of("sbtest.sbtest1.INSERT", 10_000L));
    }

    @ParameterizedTest
    @CsvSource({
        "166, INSERT, 600",
        "167, UPDATE, 300",
        "168, DELETE, 600",
        "169, INSERT, 600",
        "170, UPDATE, 300",
        "171, DELETE, 600"
    })
    void countsCompressedRowsOfEachKind(int type, String kind, long rows) throws IOException {
        BodyFeed eventFeed = new BodyFeed(new RowCounter(tally), 4);
        eventFeed.event(RowEvents.tableMap(7).bytes());
        eventFeed.event(RowEvents.compressedRows(type, 7, 600).bytes());
        assertThat(tally.rows).isEqualTo(Map.of("sbtest.sbtest1." + kind, rows));
    }

    @Test
    void distinguishesManyTables() throws IOException {
        BodyFeed eventFeed = new BodyFeed(new RowCounter(tally), 4);
        for (int id = 0; id < 100_000; id++) {
            eventFeed.event(RowEvents.tableMap(id).bytes());
            if (id >= 3_000) {
                eventFeed.event(RowEvents.writeRows(id - 3_000, 1).bytes());
            }
        }
        assertThat(tally.rows).isEqualTo(Map.of("sbtest.sbtest1.INSERT", 97_000L));
    }

    @Test
    void rejectsImageLongerThanEvent() throws IOException {
        BodyFeed eventFeed = new BodyFeed(new RowCounter(tally), 4);
        eventFeed.event(RowEvents.tableMap(7).bytes());
        eventFeed.event(RowEvents.writeRows(7, 5).bytes());
        assertThat(tally.rows).isEqualTo(Map.of("sbtest.sbtest1.INSERT", 5L));
        byte[] body = RowEvents.writeRows(7, 5).body();
        EventBytes cutEvent = EventBytes.of(30, Arrays.copyOf(body, body.length - 1));
        assertThatThrownBy(() -> eventFeed.event(cutEvent.bytes())).isInstanceOf(StreamProtocolException.class);
        // the counter continues normally
        eventFeed.event(RowEvents.writeRows(7, 2).bytes());
        assertThat(tally.rows).isEqualTo(Map.of("sbtest.sbtest1.INSERT", 7L));
    }

    @Test
    void reportsUnknownTables() throws IOException {
        BodyFeed eventFeed = new BodyFeed(new RowCounter(tally), 4);
        eventFeed.event(RowEvents.writeRows(7, 5).bytes());
        eventFeed.event(RowEvents.tableMapWithType(8, 20).bytes());
        eventFeed.event(RowEvents.writeRows(8, 5).bytes());
        assertThat(tally.rows).isEmpty();
        assertThat(tally.unknownEvents).hasSize(2).allMatch(event -> event.startsWith("WRITE_ROWS "));
        eventFeed.event(RowEvents.tableMap(8).bytes());
        eventFeed.event(RowEvents.writeRows(8, 5).bytes());
        assertThat(tally.rows).isEqualTo(Map.of("sbtest.sbtest1.INSERT", 5L));
    }

    private static BodyFeed feed(CountedRows tally, CapturedStream stream) {
        return new BodyFeed(new RowCounter(tally), stream.checksumBytes());
    }

    private static Map<String, Long> twice(Map<String, Long> rows) {
        Map<String, Long> twice = new TreeMap<>();
        rows.forEach((key, count) -> twice.put(key, 2 * count));
        return twice;
    }
}
