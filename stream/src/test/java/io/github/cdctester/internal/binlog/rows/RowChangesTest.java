// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.BodyFeed;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the rows of captured streams are read value by value, for any division into reads. */
class RowChangesTest {

    /** Records each row as text, and counts rows by table and kind. */
    private static final class RecordedRows implements RowChangeSink {

        final List<String> rows = new ArrayList<>();
        final Map<String, Long> counts = new TreeMap<>();
        final List<String> unreadable = new ArrayList<>();
        private final RowCells cells = new RowCells();
        int statements;
        long rejectedTableId;

        @Override
        public boolean accepts(RowTable table) {
            return table.id() != rejectedTableId;
        }

        @Override
        public int onRow(RowTable table, RowKind kind, ByteBuffer buffer, int offset, int end) {
            StringBuilder text = new StringBuilder(table.name()).append(' ').append(kind);
            int next = appendImage(table, buffer, offset, end, text);
            if (kind == RowKind.UPDATE && next >= 0) {
                next = appendImage(table, buffer, next, end, text.append(" ->"));
            }
            if (next >= 0) {
                rows.add(text.toString());
                counts.merge(table.name() + "." + kind, 1L, Long::sum);
            }
            return next;
        }

        private int appendImage(RowTable table, ByteBuffer buffer, int offset, int end, StringBuilder text) {
            int next = cells.read(table, buffer, offset, end);
            for (int column = 0; next >= 0 && column < table.columnCount(); column++) {
                byte[] value = new byte[cells.length(column)];
                buffer.get(cells.start(column), value);
                text.append(' ')
                        .append(cells.isNull(column) ? "null" : HexFormat.of().formatHex(value));
            }
            return next;
        }

        @Override
        public void onStatementEnd() {
            statements++;
        }

        @Override
        public void onUnreadable(String table, String reason) {
            unreadable.add(table + ": " + reason);
        }
    }

    private final RecordedRows recorded = new RecordedRows();

    /** Images that cannot be read row by row (partial updates, missing columns) are reported. */
    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void readsRowsOfStatements(CapturedStream stream) throws IOException {
        play(recorded, stream, ByteBuffer.allocateDirect(1 << 20), Integer.MAX_VALUE);
        Map<String, Long> expectedCounts = CountedRows.expectedCounts(stream);
        if (recorded.unreadable.isEmpty()) {
            assertThat(recorded.counts).isEqualTo(expectedCounts);
        } else {
            assertThat(expectedCounts).containsKeys(recorded.counts.keySet().toArray(String[]::new));
            recorded.counts.forEach((table, count) -> assertThat(count).isLessThanOrEqualTo(expectedCounts.get(table)));
            assertThat(recorded.unreadable)
                    .allMatch(reason -> reason.contains("partial") || reason.contains("lack columns"));
        }
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void readsSameRowsForAnyDivision(CapturedStream stream) throws IOException {
        play(recorded, stream, ByteBuffer.allocate(1 << 20), Integer.MAX_VALUE);
        for (int maxReadBytes : new int[] {1, 7, 1_000, 3_000}) {
            RecordedRows dividedRows = new RecordedRows();
            play(dividedRows, stream, ByteBuffer.allocateDirect(StreamPlayer.MIN_BUFFER_BYTES), maxReadBytes);
            assertThat(dividedRows.rows).isEqualTo(recorded.rows);
            assertThat(dividedRows.unreadable).isEqualTo(recorded.unreadable);
        }
    }

    @Test
    void readsEachValue() throws IOException {
        CapturedStream stream = CapturedStream.load("mysql-inserts");
        play(recorded, stream, ByteBuffer.allocate(1 << 20), Integer.MAX_VALUE);
        assertThat(recorded.rows).hasSize(25).allMatch(row -> row.startsWith("t.sbtest1 INSERT "));
        assertThat(recorded.rows.get(0)).matches("t\\.sbtest1 INSERT 01000000 [0-9a-f]{8} [0-9a-f]+ [0-9a-f]+");
        assertThat(recorded.unreadable).isEmpty();
    }

    @Test
    void inflatesRows() throws IOException {
        BodyFeed feed = new BodyFeed(new RowChanges(recorded), 4);
        feed.event(RowEvents.tableMap(7).bytes());
        feed.event(RowEvents.compressedRows(7, 10_000).bytes());
        assertThat(recorded.counts).isEqualTo(Map.of("sbtest.sbtest1.INSERT", 10_000L));
    }

    /** MariaDB may compress a huge row to a short event. */
    @Test
    void reportsCompressedRowsThatAreTooLong() throws IOException {
        BodyFeed feed = new BodyFeed(new RowChanges(recorded), 4);
        feed.event(RowEvents.tableMap(7).bytes());
        byte[] body = RowEvents.compressedRows(7, 1).body();
        int lengthIndex = 11; // after table id, flags, number of columns, bitmap and format
        ByteBuffer.wrap(body).putInt(lengthIndex, RowChanges.MAX_BYTES + 1);
        feed.event(EventBytes.of(166, body).bytes());
        assertThat(recorded.unreadable).containsExactly("sbtest.sbtest1: one of its events has 67108865 bytes");
        assertThat(recorded.rows).isEmpty();
    }

    @Test
    void skipsRejectedTables() throws IOException {
        RowChangeSink rejectingSink = new RowChangeSink() {
            @Override
            public boolean accepts(RowTable table) {
                return false;
            }

            @Override
            public int onRow(RowTable table, RowKind kind, ByteBuffer buffer, int offset, int end) {
                throw new AssertionError(table.name());
            }

            @Override
            public void onUnreadable(String table, String reason) {
                throw new AssertionError(table);
            }
        };
        BodyFeed feed = new BodyFeed(new RowChanges(rejectingSink), 4);
        feed.event(RowEvents.tableMap(7).bytes());
        byte[] event = RowEvents.writeRows(7, 5).bytes();
        feed.event(event);
        feed.event(event, 40, event.length - 10);
        assertThat(recorded.rows).isEmpty();
    }

    /** With a trigger, the last rows event of a statement may belong to another table. */
    @ParameterizedTest
    @ValueSource(ints = {RowTableParser.DEFINITION_OFFSET, 40, Integer.MAX_VALUE})
    void endsStatementWithRowsOfRejectedTable(int prefixBytes) throws IOException {
        recorded.rejectedTableId = 8;
        BodyFeed feed = new BodyFeed(new RowChanges(recorded), 4);
        feed.event(RowEvents.tableMap(7).bytes());
        feed.event(RowEvents.tableMap(8).bytes());
        feed.event(RowEvents.withoutStatementEnd(RowEvents.writeRows(7, 2)).bytes());
        byte[] ofTrigger = RowEvents.writeRows(8, 1).bytes();
        feed.event(RowEvents.withoutStatementEnd(RowEvents.writeRows(8, 1)).bytes());
        assertThat(recorded.statements).isZero();
        feed.event(ofTrigger, Math.min(prefixBytes, ofTrigger.length));
        assertThat(recorded.statements).isEqualTo(1);
        assertThat(recorded.rows).hasSize(2);
    }

    @Test
    void endsStatementWithRowsThatAreTooLong() throws IOException {
        RowChanges changes = new RowChanges(recorded);
        new BodyFeed(changes, 0)
                .event(RowEvents.blobTableMap(9).withoutChecksum().bytes());
        ByteBuffer start = RowEvents.longRow(RowChanges.MAX_BYTES).buffer();
        EventHeader header = new EventHeader();
        header.read(start, 0, RowChanges.MAX_BYTES + 1L, 0);
        changes.begin(start, 0, start.limit(), header);
        changes.end();
        assertThat(recorded.unreadable).containsExactly("t.b: one of its events has 67108865 bytes");
        assertThat(recorded.statements).isEqualTo(1);
    }

    @Test
    void rejectsImageLongerThanEvent() throws IOException {
        BodyFeed feed = new BodyFeed(new RowChanges(recorded), 4);
        feed.event(RowEvents.tableMap(7).bytes());
        byte[] body = RowEvents.writeRows(7, 5).body();
        EventBytes cut = EventBytes.of(30, Arrays.copyOf(body, body.length - 1));
        assertThatThrownBy(() -> feed.event(cut.bytes())).isInstanceOf(StreamProtocolException.class);
        assertThat(recorded.rows).hasSize(4);
    }

    private static void play(RecordedRows recorded, CapturedStream stream, ByteBuffer buffer, int maxReadBytes)
            throws IOException {
        SplittableRandom random = new SplittableRandom(maxReadBytes);
        new BodyFeed(new RowChanges(recorded), stream.checksumBytes())
                .play(
                        stream.bytes(),
                        buffer,
                        () -> maxReadBytes == Integer.MAX_VALUE || maxReadBytes == 1
                                ? maxReadBytes
                                : random.nextInt(1, maxReadBytes));
    }
}
