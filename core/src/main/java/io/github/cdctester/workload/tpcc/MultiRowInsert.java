// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntConsumer;

/** Collects rows of one table into INSERT statements of bounded size. */
final class MultiRowInsert {

    /** Below the smallest max_allowed_packet that servers come with, by far. */
    static final int STATEMENT_CHARACTERS = 512 * 1024;

    private final Statement statement;
    private final String head;
    private final IntConsumer inserted;
    private final StringBuilder sql = new StringBuilder(STATEMENT_CHARACTERS + 1024);
    private int rows;

    /**
     * Creates an empty statement.
     *
     * @param statement executes it
     * @param table the table and, in parentheses, its columns
     * @param inserted is told how many rows each statement inserted
     */
    MultiRowInsert(Statement statement, String table, IntConsumer inserted) {
        this.statement = statement;
        this.inserted = inserted;
        head = "INSERT INTO " + table + " VALUES ";
    }

    /** Begins a row: the caller appends its values with commas between. */
    StringBuilder row() {
        return sql.append(rows++ == 0 ? head : "),").append('(');
    }

    boolean isFull() {
        return sql.length() >= STATEMENT_CHARACTERS;
    }

    /** Inserts what has been collected. */
    void flush() throws SQLException {
        if (rows == 0) {
            return;
        }
        statement.executeUpdate(sql.append(')').toString());
        inserted.accept(rows);
        sql.setLength(0);
        rows = 0;
    }
}
