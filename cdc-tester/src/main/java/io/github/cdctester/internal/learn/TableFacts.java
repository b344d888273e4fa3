// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What was learned of a table, or of tables that differ in the number at the end of their names only. */
final class TableFacts {

    /** Sets of columns that updates change; with more of them, all updates are taken for one. */
    private static final int MOST_CHANGES = 8;

    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final LearnedTable table;
    private final List<String> names = new ArrayList<>();
    private final Map<Long, Operation> operations = new HashMap<>();
    private final KeyCounts touched;
    private final long[] keyLeast;
    private final long[] keyMost;
    private final ColumnSizes existing;
    private final ColumnSizes inserted;
    private final ColumnSizes written;
    private int changes;
    private long rows;

    /** How long the values of each column are, and how often there is none. */
    static final class ColumnSizes {

        private final Sizes[] sizes;
        private final long[] nulls;
        private long rows;

        private ColumnSizes(int columns) {
            sizes = new Sizes[columns];
            nulls = new long[columns];
        }

        private void add(int column, RowCells cells) {
            if (cells.isNull(column)) {
                nulls[column]++;
                return;
            }
            Sizes of = sizes[column];
            if (of == null) {
                of = new Sizes();
                sizes[column] = of;
            }
            of.add(cells.length(column));
        }

        private void addAll(RowCells cells) {
            rows++;
            for (int column = 0; column < sizes.length; column++) {
                add(column, cells);
            }
        }

        boolean isMostlyNull(int column) {
            return 2 * nulls[column] > rows;
        }

        Sizes of(int column) {
            Sizes known = sizes[column];
            return known == null ? new Sizes() : known;
        }

        boolean isEmpty() {
            return rows == 0;
        }
    }

    TableFacts(LearnedTable table, AtomicLong budget) {
        this.table = table;
        int columns = table.columns().size();
        touched = new KeyCounts(budget);
        keyLeast = new long[table.key().size()];
        keyMost = new long[table.key().size()];
        Arrays.fill(keyLeast, Long.MAX_VALUE);
        Arrays.fill(keyMost, Long.MIN_VALUE);
        existing = new ColumnSizes(columns);
        inserted = new ColumnSizes(columns);
        written = new ColumnSizes(columns);
        also(table);
    }

    /** One more table of the kind. */
    void also(LearnedTable other) {
        names.add(other.name());
        rows = Math.max(rows, other.rows());
    }

    LearnedTable table() {
        return table;
    }

    List<String> names() {
        return names;
    }

    ColumnSizes existing() {
        return existing.isEmpty() ? inserted : existing;
    }

    ColumnSizes inserted() {
        return inserted.isEmpty() ? existing : inserted;
    }

    ColumnSizes written() {
        return written;
    }

    /** How many rows a table has, about, as the server says. */
    long rows() {
        return rows;
    }

    KeyCounts touched() {
        return touched;
    }

    KeyFit keys() {
        long exact = table.key().size() == 1 && isNumbered(0) ? span(0) : 0;
        boolean dense = exact > 0 && exact <= 2 * Math.max(rows, (long) touched.keys());
        return KeyFit.of(touched, dense ? exact : 0, rows);
    }

    /** Whether a column of the key is a whole number, and so has a range. */
    boolean isNumbered(int place) {
        return table.columns().get(table.key().get(place)).isWhole() && keyLeast[place] <= keyMost[place];
    }

    /** How many numbers are between the lowest and the highest in a column of the key, both included. */
    long span(int place) {
        return keyMost[place] - keyLeast[place] + 1;
    }

    /** Takes the sizes of a row: one image, or of an update both. */
    void sizes(RowKind kind, RowCells cells, RowCells after, long changed, ByteBuffer buffer) {
        (kind == RowKind.INSERT ? inserted : existing).addAll(cells);
        if (kind == RowKind.UPDATE) {
            written.rows++;
            for (int column = 0; column < table.columns().size(); column++) {
                if ((changed >>> Math.min(column, Long.SIZE - 1) & 1) != 0) {
                    written.add(column, after);
                }
            }
        }
        for (int place = 0; place < keyLeast.length; place++) {
            int column = table.key().get(place);
            if (table.columns().get(column).isWhole() && !cells.isNull(column)) {
                long number = number(column, cells, buffer);
                keyLeast[place] = Math.min(keyLeast[place], number);
                keyMost[place] = Math.max(keyMost[place], number);
            }
        }
    }

    private long number(int column, RowCells cells, ByteBuffer buffer) {
        int length = Math.min(cells.length(column), Long.BYTES);
        long number = 0;
        for (int i = 0; i < length; i++) {
            number |= (buffer.get(cells.start(column) + i) & 0xFFL) << 8 * i;
        }
        int unused = Long.SIZE - 8 * length;
        return table.columns().get(column).isUnsigned() || unused == Long.SIZE ? number : number << unused >> unused;
    }

    /** A hash of a row's key; of a table without one, of all of the row. */
    long key(RowCells cells, ByteBuffer buffer) {
        long hash = MULTIPLIER;
        List<Integer> key = table.key();
        int columns = key.isEmpty() ? table.columns().size() : key.size();
        for (int i = 0; i < columns; i++) {
            int column = key.isEmpty() ? i : key.get(i);
            int end = cells.start(column) + cells.length(column);
            for (int at = cells.start(column); at < end; at++) {
                hash = (hash ^ buffer.get(at)) * MULTIPLIER;
                hash ^= hash >>> 32;
            }
            hash = (hash ^ 0xFF) * MULTIPLIER;
        }
        return hash ^ hash >>> 29;
    }

    /** The columns that an update changes, a bit each; those from the 64th on have one together. */
    static long changed(RowCells before, RowCells after, int columns, ByteBuffer buffer) {
        long changed = 0;
        for (int column = 0; column < columns; column++) {
            if (before.isNull(column) != after.isNull(column)
                    || before.length(column) != after.length(column)
                    || !isSame(buffer, before.start(column), after.start(column), before.length(column))) {
                changed |= 1L << Math.min(column, Long.SIZE - 1);
            }
        }
        return changed;
    }

    private static boolean isSame(ByteBuffer buffer, int one, int other, int length) {
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if (buffer.getLong(one + i) != buffer.getLong(other + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (buffer.get(one + i) != buffer.get(other + i)) {
                return false;
            }
        }
        return true;
    }

    /** What statements do to its rows. */
    Operation operation(RowKind kind, long changed, List<Operation> all) {
        long wanted = kind == RowKind.UPDATE ? changed : 0;
        Operation known = operations.get(wanted << 2 | kind.ordinal());
        if (known != null) {
            return known;
        }
        if (kind == RowKind.UPDATE && ++changes > MOST_CHANGES && changed != 0) {
            return operation(kind, 0, all);
        }
        Operation made = new Operation(all.size(), this, kind);
        all.add(made);
        operations.put(wanted << 2 | kind.ordinal(), made);
        return made;
    }
}
