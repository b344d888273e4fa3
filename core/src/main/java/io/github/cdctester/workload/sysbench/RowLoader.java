// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import io.github.cdctester.internal.workload.random.RowNumbers;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.SplittableRandom;

/** Fills a part of one table with multi-row INSERTs of up to 512 KiB, sysbench's size of a bulk insert. */
final class RowLoader {

    private static final int STATEMENT_BYTES = 512 * 1024;
    private static final int ROW_BYTES = 256;
    private static final byte[] FIRST_ROW = {'('};
    private static final byte[] NEXT_ROW = {',', '('};
    private static final byte[] COMMA = {',', ' '};
    private static final byte[] END_OF_ROW = {')'};

    private final boolean serverAssignsIds;
    private final byte[] head;
    private final int last;
    private final RowNumbers rowNumbers;
    private final RowText text;
    private final SqlText sql = new SqlText(STATEMENT_BYTES + ROW_BYTES);
    private int done;

    /**
     * Creates a loader.
     *
     * @param from the first row, from 1
     * @param to the last row
     */
    RowLoader(SysbenchSpec spec, int table, int from, int to) {
        serverAssignsIds = spec.schema().autoInc();
        done = from - 1;
        last = to;
        long seed = spec.random().seed();
        // each part of each table has rows of its own
        SplittableRandom random =
                seed == 0 ? new SplittableRandom() : new SplittableRandom(seed + table * 0x9E3779B97F4A7C15L + from);
        rowNumbers = RowNumbers.of(spec.random(), spec.schema().tableSize(), random);
        text = new RowText(random);
        head = SqlText.ascii(
                "INSERT INTO sbtest" + table + (serverAssignsIds ? "(k, c, pad) VALUES" : "(id, k, c, pad) VALUES"));
    }

    boolean hasMore() {
        return done < last;
    }

    /** Inserts as many of the outstanding rows as go into one statement, and returns their number. */
    int insertBatch(Statement statement) throws SQLException {
        sql.clear();
        sql.append(head);
        int before = done;
        while (done < last && sql.length() < STATEMENT_BYTES) {
            sql.append(done == before ? FIRST_ROW : NEXT_ROW);
            done++;
            if (!serverAssignsIds) {
                sql.append(done);
                sql.append(COMMA);
            }
            sql.append(rowNumbers.next());
            sql.append(COMMA);
            sql.appendC(text);
            sql.append(COMMA);
            sql.appendPad(text);
            sql.append(END_OF_ROW);
        }
        statement.executeUpdate(sql.toString());
        return done - before;
    }
}
