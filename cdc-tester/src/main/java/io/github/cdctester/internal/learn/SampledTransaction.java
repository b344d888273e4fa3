// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.event.EventBody;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowChangeSink;
import io.github.cdctester.internal.binlog.rows.RowChanges;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a transaction, in the stream or in a payload, statement by statement. One object, filled anew. */
final class SampledTransaction implements EventBody, RowChangeSink {

    /** Rows of a statement whose sizes are looked at. */
    private static final long LOOKED_AT = 32;

    private static final int FLAGS = 25;
    private static final int ENDS_STATEMENT = 1;

    private final LearnedTables tables;
    private final RowChanges changes = new RowChanges(this);
    private final RowCells cells = new RowCells();
    private final RowCells after = new RowCells();
    private final Folding folding = new Folding();
    private final List<Operation> operations = new ArrayList<>();
    private final long[] rows = new long[RowKind.values().length];

    private @Nullable TableFacts table;
    private @Nullable RowKind kind;
    private long statementRows;
    private long firstKey;
    private long firstChanged;
    private boolean endsStatement;
    private @Nullable String unreadable;

    SampledTransaction(LearnedTables tables) {
        this.tables = tables;
    }

    void clear() {
        folding.clear();
        table = null;
    }

    /** The kinds of statements so far, by their numbers. */
    List<Operation> operations() {
        return operations;
    }

    /** Rows of a kind, of all transactions that were read. */
    long rows(RowKind of) {
        return rows[of.ordinal()];
    }

    /** The last reason why rows could not be read; {@code null} for none. */
    @Nullable
    String unreadable() {
        return unreadable;
    }

    /** What the transaction did; it has ended. */
    Folding folded() {
        endStatement();
        folding.end();
        return folding;
    }

    @Override
    public boolean wants(int type) {
        return changes.wants(type);
    }

    @Override
    public void whole(ByteBuffer buffer, int at, int type, int length, int checksumBytes)
            throws StreamProtocolException {
        changes.whole(buffer, at, type, length, checksumBytes);
        if (type != EventKind.TABLE_MAP && length > FLAGS + 1 && (buffer.getShort(at + FLAGS) & ENDS_STATEMENT) != 0) {
            endStatement();
        }
    }

    @Override
    public void begin(ByteBuffer buffer, int at, int prefix, EventHeader event) throws StreamProtocolException {
        boolean isRows = event.type() != EventKind.TABLE_MAP && wants(event.type()) && prefix > FLAGS + 1;
        endsStatement = isRows && (buffer.getShort(at + FLAGS) & ENDS_STATEMENT) != 0;
        changes.begin(buffer, at, prefix, event);
    }

    @Override
    public void more(ByteBuffer buffer, int at, int count) throws StreamProtocolException {
        changes.more(buffer, at, count);
    }

    @Override
    public void end() throws StreamProtocolException {
        changes.end();
        if (endsStatement) {
            endsStatement = false;
            endStatement();
        }
    }

    @Override
    public boolean wants(RowTable of) {
        return tables.of(of) != null;
    }

    @Override
    public void unreadable(String name, String why) {
        unreadable = name + ": " + why;
    }

    @Override
    public int row(RowTable of, RowKind rowKind, ByteBuffer buffer, int at, int end) {
        int next = cells.read(of, buffer, at, end);
        if (next >= 0 && rowKind == RowKind.UPDATE) {
            next = after.read(of, buffer, next, end);
        }
        TableFacts facts = tables.of(of);
        if (next < 0 || facts == null) {
            return next;
        }
        rows[rowKind.ordinal()]++;
        boolean begins = facts != table || rowKind != kind;
        if (begins) {
            endStatement();
            table = facts;
            kind = rowKind;
            firstKey = facts.key(cells, buffer);
        }
        if (++statementRows <= LOOKED_AT) {
            long changed = rowKind == RowKind.UPDATE ? TableFacts.changed(cells, after, of.columnCount(), buffer) : 0;
            firstChanged = begins ? changed : firstChanged;
            facts.sizes(rowKind, cells, after, changed, buffer);
        }
        return next;
    }

    private void endStatement() {
        TableFacts written = table;
        RowKind as = kind;
        if (written == null || as == null) {
            return;
        }
        Operation operation = written.operation(as, firstChanged, operations);
        operation.statement(statementRows, firstChanged);
        if (as != RowKind.INSERT) {
            written.touched().add(firstKey);
        }
        folding.add(operation.number(), firstKey);
        table = null;
        statementRows = 0;
    }
}
