// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What was learned of a table, or of tables that differ in the number at the end of their names only. */
final class TableFacts {

    /** Sets of columns that updates change; those that come later are taken for the first one. */
    private static final int MOST_CHANGES = 8;

    /** As many as a {@link Folding} can tell apart; those that come later are left out. */
    private static final int MOST_OPERATIONS = 60_000;

    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final LearnedTable table;
    private final int[] looked;
    private final Map<RowKind, Map<Long, Operation>> operations = new EnumMap<>(RowKind.class);
    private final KeyCounts touched = new KeyCounts();
    private final LongSummaryStatistics[] keyNumbers;
    private final Sizes[][] sizes;
    private int tables;
    private long rows;

    /** Which values of a column have sizes of their own. */
    enum Images {
        EXISTING,
        INSERTED,
        WRITTEN
    }

    /**
     * One kind of statement: what it does to which table, and to how many rows.
     *
     * @param sign what it is in a {@link Folding}
     * @param changed the columns that an update changes, a bit each; the 64th is that of all further ones
     */
    record Operation(char sign, TableFacts table, RowKind kind, long changed, Sizes rows) {}

    TableFacts(LearnedTable table) {
        this.table = table;
        List<LearnedColumn> columns = table.columns();
        looked = IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).isSized() || columns.get(i).nullable())
                .toArray();
        keyNumbers = new LongSummaryStatistics[table.key().size()];
        Arrays.setAll(keyNumbers, place -> new LongSummaryStatistics());
        sizes = new Sizes[Images.values().length][columns.size()];
    }

    /** One more table of the kind. */
    void also(LearnedTable other) {
        tables++;
        rows = Math.max(rows, other.rows());
    }

    LearnedTable table() {
        return table;
    }

    int tables() {
        return tables;
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
        return keyNumbers[place].getCount() > 0;
    }

    /** How many numbers are between the lowest and the highest in a column of the key, both included. */
    long span(int place) {
        return keyNumbers[place].getMax() - keyNumbers[place].getMin() + 1;
    }

    /** The sizes of a column's values; of rows that are there and of those that are inserted, one stands in for the other. */
    Sizes sizes(Images images, int column) {
        Sizes found = sizes[images.ordinal()][column];
        if (found == null && images != Images.WRITTEN) {
            found = sizes[(images == Images.INSERTED ? Images.EXISTING : Images.INSERTED).ordinal()][column];
        }
        return found == null ? new Sizes() : found;
    }

    /** Takes the sizes of a row: one image, or of an update both. */
    void row(RowKind kind, RowCells cells, RowCells after, long changed, ByteBuffer buffer) {
        for (int column : looked) {
            add(kind == RowKind.INSERT ? Images.INSERTED : Images.EXISTING, column, cells);
            if ((changed & bit(column)) != 0) {
                add(Images.WRITTEN, column, after);
            }
        }
        for (int place = 0; place < keyNumbers.length; place++) {
            int column = table.key().get(place);
            if (table.columns().get(column).isWhole() && !cells.isNull(column)) {
                keyNumbers[place].accept(number(column, cells, buffer));
            }
        }
    }

    private void add(Images images, int column, RowCells cells) {
        Sizes[] all = sizes[images.ordinal()];
        all[column] = all[column] == null ? new Sizes() : all[column];
        all[column].add(cells.isNull(column) ? Sizes.NONE : cells.length(column));
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

    /** The columns that an update changes, a bit each. */
    static long changed(RowCells before, RowCells after, int columns, ByteBuffer buffer) {
        long changed = 0;
        for (int column = 0; column < columns; column++) {
            if (before.isNull(column) != after.isNull(column)
                    || !buffer.slice(before.start(column), before.length(column))
                            .equals(buffer.slice(after.start(column), after.length(column)))) {
                changed |= bit(column);
            }
        }
        return changed;
    }

    private static long bit(int column) {
        return 1L << Math.min(column, Long.SIZE - 1);
    }

    /** The columns that a kind of statement changes; the key is none of them. */
    List<Integer> columns(long changed) {
        return IntStream.range(0, Math.min(Long.SIZE, table.columns().size()))
                .filter(column -> (changed & bit(column)) != 0 && !table.key().contains(column))
                .boxed()
                .toList();
    }

    /** What a statement does to its rows; {@code null} where there are too many kinds. */
    @Nullable
    Operation operation(RowKind kind, long changed, List<Operation> all) {
        Map<Long, Operation> known = operations.computeIfAbsent(kind, of -> new LinkedHashMap<>());
        Operation found = known.get(changed);
        if (found == null && known.size() == MOST_CHANGES) {
            found = known.values().iterator().next();
        }
        if (found == null && all.size() < MOST_OPERATIONS) {
            found = new Operation((char) all.size(), this, kind, changed, new Sizes());
            all.add(found);
            known.put(changed, found);
        }
        return found;
    }
}
