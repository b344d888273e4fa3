// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.workload.BracketedTransactions;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.sysbench.ScriptStatements.Part;
import java.util.SplittableRandom;

/** The transactions of one worker. */
final class ScriptTransactions extends BracketedTransactions {

    private final Part[] parts;
    private final String[] tables;
    private final boolean eachStatementCommits;
    private final RowStamp stamp;
    private final boolean serverAssignsIds;
    private final int idsAfterFirst;
    private final SplittableRandom random;
    private final RowText text;
    private final RowNumbers rows;
    private final UniqueIds ids;

    private int partIndex;

    /** Completed repetitions of the current part. */
    private int repetition;
    /** Number of the current part's table, from 1. */
    private int table;

    /** Only valid if {@code isInsertNext}. */
    private int deletedId;

    private boolean isInsertNext;
    private int changingStatements;

    /**
     * @param tables shared by all workers
     * @param ids not used if the server assigns the ids
     */
    ScriptTransactions(SysbenchSpec spec, Part[] parts, String[] tables, SplittableRandom random, UniqueIds ids) {
        super(spec.inTransaction());
        this.parts = parts;
        this.tables = tables;
        this.random = random;
        this.ids = ids;
        eachStatementCommits = !spec.inTransaction();
        stamp = new RowStamp(spec.schema().stamped());
        serverAssignsIds = spec.schema().autoInc();
        idsAfterFirst = spec.mix().rangeSize() - 1;
        text = new RowText(random);
        rows = RowNumbers.of(spec.random(), spec.schema().tableSize(), random);
    }

    @Override
    protected void restart() {
        partIndex = 0;
        repetition = 0;
        isInsertNext = false;
        changingStatements = 0;
    }

    @Override
    protected boolean write(StatementWriter statement) {
        if (partIndex == parts.length) {
            return false;
        }
        Part part = parts[partIndex];
        if (repetition == 0 && !isInsertNext) {
            table = 1 + random.nextInt(tables.length);
        }
        setTemplate(statement, part);
        switch (part.group()) {
            case POINT_SELECTS, DELETE -> statement.number(rows.next());
            case SIMPLE_RANGES, SUM_RANGES, ORDER_RANGES, DISTINCT_RANGES -> {
                int id = rows.next();
                statement.number(id);
                statement.number(Math.min(Integer.MAX_VALUE, (long) id + idsAfterFirst));
            }
            case INDEX_UPDATES -> {
                stamp.write(statement, tally);
                statement.number(rows.next());
            }
            case NON_INDEX_UPDATES -> {
                statement.text(text.bytes(), 0, text.c());
                stamp.write(statement, tally);
                statement.number(rows.next());
            }
            case DELETE_INSERTS -> {
                if (isInsertNext) {
                    insert(statement, deletedId);
                } else {
                    deletedId = rows.next();
                    statement.number(deletedId);
                }
            }
            case INSERT -> insert(statement, serverAssignsIds ? 0 : ids.next());
        }
        return true;
    }

    private void setTemplate(StatementWriter statement, Part part) {
        if (part.asText()) {
            statement.template(part.firstTemplate() + (isInsertNext ? 1 : 0));
            statement.number(table);
        } else {
            statement.template(part.firstTemplate() + (isInsertNext ? tables.length : 0) + table - 1);
        }
    }

    private void insert(StatementWriter statement, int id) {
        statement.number(id);
        statement.number(rows.next());
        statement.text(text.bytes(), 0, text.c());
        statement.text(text.bytes(), 0, text.pad());
        stamp.write(statement, tally);
    }

    @Override
    protected void count(long changedRows, boolean foundRow) {
        Part part = parts[partIndex];
        switch (part.group()) {
            case POINT_SELECTS -> {
                tally.read();
                if (!foundRow) {
                    tally.foundNoRow();
                }
            }
            case SIMPLE_RANGES, SUM_RANGES, ORDER_RANGES, DISTINCT_RANGES -> tally.read();
            case INDEX_UPDATES, NON_INDEX_UPDATES -> {
                tally.updated(tables[table - 1], changedRows);
                countWrite(changedRows);
            }
            case DELETE -> countDelete(changedRows);
            case INSERT -> countInsert(changedRows);
            case DELETE_INSERTS -> {
                if (!isInsertNext) {
                    countDelete(changedRows);
                    isInsertNext = true;
                    return;
                }
                countInsert(changedRows);
                isInsertNext = false;
            }
        }
        if (++repetition == part.times()) {
            repetition = 0;
            partIndex++;
        }
    }

    private void countDelete(long changedRows) {
        tally.deleted(tables[table - 1], changedRows);
        countWrite(changedRows);
    }

    private void countInsert(long changedRows) {
        tally.inserted(tables[table - 1], changedRows);
        countWrite(changedRows);
    }

    /** If each statement is a transaction, a later failure does not undo this statement, so it is counted as logged immediately. */
    private void countWrite(long changedRows) {
        tally.write();
        if (changedRows <= 0) {
            tally.foundNoRow();
        } else if (eachStatementCommits) {
            tally.onCommit();
        } else {
            changingStatements++;
        }
    }

    @Override
    protected void countCommit() {
        if (changingStatements > 0) {
            tally.onCommit();
        }
    }
}
