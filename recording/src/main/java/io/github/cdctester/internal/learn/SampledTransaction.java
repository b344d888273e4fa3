// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.learn.LearnedTable.Operation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of one sampled transaction, derived from its rows; reused for each sampled transaction. */
final class SampledTransaction implements RowChangeSink {

    /** Value sizes of further rows of a statement are not counted. */
    private static final long MAX_SIZED_ROWS = 32;

    /** Later statements of a transaction are ignored. */
    private static final int MAX_STATEMENTS = 1 << 20;

    /** A workload file's limit on rows per statement and on repetitions. */
    static final long MAX_ROWS = 100_000;

    private final LearnedTables tables;
    private final RowCells cells = new RowCells();
    private final RowCells afterCells = new RowCells();
    private final List<Operation> operations = new ArrayList<>();
    private final Map<RowKind, Long> rows = new EnumMap<>(RowKind.class);
    private final StringBuilder statements = new StringBuilder();
    private long[] firstRowKeyHashes = new long[256];

    private @Nullable LearnedTable table;
    private RowKind kind = RowKind.INSERT;
    private long statementRows;
    private long firstKeyHash;
    private long firstChangedColumns;
    private boolean isReadable;
    private String unreadableReason = "";

    SampledTransaction(LearnedTables tables) {
        this.tables = tables;
    }

    void clear() {
        statements.setLength(0);
        table = null;
        statementRows = 0;
        rows.clear();
        isReadable = true;
    }

    Map<RowKind, Long> rows() {
        return rows;
    }

    boolean isReadable() {
        return isReadable;
    }

    /** Returns the last reason in any transaction; empty if none. */
    String unreadableReason() {
        return unreadableReason;
    }

    /** Call it at the end of the transaction. */
    Folding fold() {
        onStatementEnd();
        return Folding.of(statements.toString());
    }

    long[] firstRowKeyHashes() {
        return firstRowKeyHashes;
    }

    List<Operation> operations(Folding folded) {
        return folded.operations().chars().mapToObj(operations::get).toList();
    }

    @Override
    public boolean accepts(RowTable logTable) {
        if (!logTable.isKnown()) {
            return tables.isLearned(logTable);
        }
        if (tables.isOmitted(logTable)) {
            onUnreadable(logTable.name(), "there are more tables, columns and keys than fit into memory");
        }
        return tables.find(logTable) != null;
    }

    @Override
    public void onUnreadable(String name, String reason) {
        isReadable = false;
        unreadableReason = name + ": " + reason;
    }

    @Override
    public int onRow(RowTable logTable, RowKind rowKind, ByteBuffer buffer, int offset, int end) {
        int next = cells.read(logTable, buffer, offset, end);
        if (next >= 0 && rowKind == RowKind.UPDATE) {
            next = afterCells.read(logTable, buffer, next, end);
        }
        LearnedTable learnedTable = tables.find(logTable);
        if (next < 0 || learnedTable == null) {
            return next;
        }
        boolean startsStatement = learnedTable != table || rowKind != kind;
        if (startsStatement) {
            onStatementEnd();
            table = learnedTable;
            kind = rowKind;
            firstKeyHash = learnedTable.keyHash(cells, buffer);
        }
        if (++statementRows <= MAX_SIZED_ROWS) {
            long changed = rowKind == RowKind.UPDATE ? learnedTable.changedColumns(cells, afterCells, buffer) : 0;
            firstChangedColumns = startsStatement ? changed : firstChangedColumns;
            learnedTable.addRow(rowKind, cells, afterCells, changed, buffer);
        }
        return next;
    }

    @Override
    public void onStatementEnd() {
        LearnedTable learnedTable = table;
        if (learnedTable == null) {
            return;
        }
        rows.merge(kind, statementRows, Long::sum);
        Operation operation = learnedTable.operation(kind, firstChangedColumns, operations);
        if (operation != null && statements.length() < MAX_STATEMENTS) {
            operation.rows().add(Math.min(MAX_ROWS, statementRows));
            if (kind != RowKind.INSERT) {
                learnedTable.countTouch(firstKeyHash);
            }
            firstRowKeyHashes = statements.length() < firstRowKeyHashes.length
                    ? firstRowKeyHashes
                    : Arrays.copyOf(firstRowKeyHashes, 2 * firstRowKeyHashes.length);
            firstRowKeyHashes[statements.length()] = firstKeyHash;
            statements.append(operation.sign());
        }
        table = null;
        statementRows = 0;
    }
}
