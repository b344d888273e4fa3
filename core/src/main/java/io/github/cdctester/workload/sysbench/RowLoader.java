// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.config.SysbenchSpec;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/** Fills one table with multi-row INSERTs of up to 512 KiB, sysbench's size of a bulk insert. */
final class RowLoader {

    private static final int STATEMENT_CHARACTERS = 512 * 1024;
    private static final int ROW_CHARACTERS = 256;

    private final SysbenchSpec spec;
    private final String head;
    private final int rows;
    private final RowNumbers rowNumbers;
    private final RowText text;
    private final StringBuilder sql = new StringBuilder(STATEMENT_CHARACTERS + ROW_CHARACTERS);
    private int done;

    RowLoader(SysbenchSpec spec, int table, int rows) {
        this.spec = spec;
        this.rows = rows;
        SplittableRandom random =
                spec.randSeed() == 0 ? new SplittableRandom() : new SplittableRandom(spec.randSeed() + table);
        rowNumbers = RowNumbers.of(spec.randType(), spec.tableSize(), random);
        text = new RowText(random);
        head = "INSERT INTO sbtest" + table + (spec.autoInc() ? "(k, c, pad) VALUES" : "(id, k, c, pad) VALUES");
    }

    boolean hasMore() {
        return done < rows;
    }

    /** Inserts as many of the outstanding rows as go into one statement, and returns their number. */
    int insertBatch(Statement statement) throws SQLException {
        sql.setLength(0);
        sql.append(head);
        int first = done;
        while (done < rows && sql.length() < STATEMENT_CHARACTERS) {
            sql.append(done == first ? "(" : ",(");
            done++;
            if (!spec.autoInc()) {
                sql.append(done).append(", ");
            }
            sql.append(rowNumbers.next()).append(", '");
            sql.append(text.c()).append("', '").append(text.pad()).append("')");
        }
        statement.executeUpdate(sql.toString());
        return done - first;
    }
}
