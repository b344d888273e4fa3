// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.EventBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowsPatternTest {

    private static final int CHECKSUM_BYTES = 4;
    private static final int ROWS_OFFSET = RowEventHead.EXTRA_OFFSET + 4;

    private static final int NO_MATCH = -1;

    private final RowTables tables = new RowTables();
    private final RowEventHead head = new RowEventHead();
    private final RowsPattern pattern = new RowsPattern();
    private RowTable table = RowTable.unknown(0);

    @BeforeEach
    void addTable() {
        byte[] map = RowEvents.tableMap(7).bytes();
        assertThat(tables.onTableMap(buffer(map), 0, map.length - CHECKSUM_BYTES, true))
                .isTrue();
        table = requireNonNull(tables.get(7));
    }

    @Test
    void learnsFromTwoEqualEvents() {
        store(RowEvents.writeRows(7, 2));
        assertThat(matchedRows(RowEvents.writeRows(7, 2).bytes())).isEqualTo(NO_MATCH);
        store(RowEvents.writeRows(7, 2));
        assertThat(matchedRows(RowEvents.writeRows(7, 2).bytes())).isEqualTo(2);
        assertThat(matchedRows(RowEvents.writeRows(7, 1).bytes())).isEqualTo(NO_MATCH);
    }

    @Test
    void comparesAllLengthBytes() {
        store(RowEvents.writeRows(7, 2));
        store(RowEvents.writeRows(7, 2));
        byte[] knownEvent = RowEvents.writeRows(7, 2).bytes();
        for (int offset = RowEventHead.EXTRA_OFFSET; offset < knownEvent.length - CHECKSUM_BYTES; offset++) {
            byte[] changedEvent = knownEvent.clone();
            changedEvent[offset] ^= 1;
            // the pattern compares the NULL bits, the length of c in two bytes, and the length of pad
            int rowOffset = (offset - ROWS_OFFSET) % RowEvents.ROW_BYTES;
            boolean isCompared =
                    offset < ROWS_OFFSET || rowOffset == 0 || rowOffset == 9 || rowOffset == 10 || rowOffset == 130;
            assertThat(matchedRows(changedEvent)).as("byte %d", offset).isEqualTo(isCompared ? NO_MATCH : 2);
        }
    }

    @Test
    void skipsEventsWithManyRows() {
        store(RowEvents.writeRows(7, 100));
        store(RowEvents.writeRows(7, 100));
        assertThat(matchedRows(RowEvents.writeRows(7, 100).bytes())).isEqualTo(NO_MATCH);
    }

    @Test
    void stopsLearningIfLengthsAlwaysDiffer() {
        int tryCount = 0;
        boolean continues;
        do {
            assertThat(++tryCount).as("tries until no pattern is stored").isLessThan(100);
            store(RowEvents.writeRows(7, 2));
            store(RowEvents.writeRows(7, 2));
            continues = matchedRows(RowEvents.writeRows(7, 2).bytes()) == 2;
            store(RowEvents.writeRows(7, 1));
            store(RowEvents.writeRows(7, 1));
        } while (continues);
        assertThat(tryCount).isGreaterThan(4);
        // the last stored pattern is still valid
        assertThat(matchedRows(RowEvents.writeRows(7, 1).bytes())).isEqualTo(1);
    }

    @Test
    void keepsLearningIfUseful() {
        for (int change = 0; change < 100; change++) {
            EventBytes event = RowEvents.writeRows(7, 1 + change % 2);
            store(event);
            store(event);
            for (int i = 0; i < 20; i++) {
                assertThat(matchedRows(event.bytes())).isEqualTo(1 + change % 2);
            }
        }
    }

    @Test
    void limitsMemoryOfPatterns() {
        int count = 10_000;
        for (int id = 0; id < count; id++) {
            byte[] map = RowEvents.tableMap(id).bytes();
            assertThat(tables.onTableMap(buffer(map), 0, map.length - CHECKSUM_BYTES, true))
                    .isTrue();
        }
        int patterns = 0;
        for (int id = 0; id < count; id++) {
            for (RowEventType type : List.of(RowEventType.WRITE_V2, RowEventType.UPDATE_V2, RowEventType.DELETE_V2)) {
                patterns += tables.addPattern(requireNonNull(tables.get(id)), type) == null ? 0 : 1;
            }
        }
        assertThat(patterns * RowsPattern.WEIGHT).isBetween(1L << 16, 8L << 20);
    }

    /** The slow path stores the event in the pattern. */
    private void store(EventBytes event) {
        byte[] bytes = event.bytes();
        int count = bytes.length - CHECKSUM_BYTES;
        assertThat(head.read(buffer(bytes), 0, count, true, false)).isTrue();
        long rowCount = WholeRows.count(buffer(bytes), head, count, table, false);
        assertThat(rowCount).isPositive();
        pattern.store(buffer(bytes), 0, count, head, table, false, rowCount);
    }

    private long matchedRows(byte[] bytes) {
        return pattern.rows(buffer(bytes), 0, bytes.length - CHECKSUM_BYTES);
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
