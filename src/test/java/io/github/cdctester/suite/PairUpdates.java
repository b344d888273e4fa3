// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Transactions that update two of a few rows in random order, so that they conflict. */
final class PairUpdates implements Workload {

    private final int rows;
    private final boolean ascending;

    PairUpdates(int rows) {
        this(rows, false);
    }

    private PairUpdates(int rows, boolean ascending) {
        this.rows = rows;
        this.ascending = ascending;
    }

    /** Updates row 0, then row 1, with lock waits of at most one second. */
    static PairUpdates ascendingWithShortLockWaits() {
        return new PairUpdates(2, true);
    }

    @Override
    public String name() {
        return "pair";
    }

    @Override
    public List<String> transactionKinds() {
        return List.of("pair");
    }

    @Override
    public List<String> tables() {
        return List.of();
    }

    @Override
    public void prepare(Preparation preparation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void check(Connection connection) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int cleanup(Connection connection) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        Statement statement = connection.createStatement();
        if (ascending) {
            statement.execute("SET SESSION innodb_lock_wait_timeout = 1");
        }
        return new WorkloadSession() {
            @Override
            public int execute(StatementTally tally) throws SQLException {
                int first = ascending ? 0 : ThreadLocalRandom.current().nextInt(rows);
                int second = (first
                                + 1
                                + (ascending ? 0 : ThreadLocalRandom.current().nextInt(rows - 1)))
                        % rows;
                statement.execute("BEGIN");
                statement.execute("UPDATE pairs SET n = n + 1 WHERE id = " + first);
                statement.execute("UPDATE pairs SET n = n + 1 WHERE id = " + second);
                statement.execute("COMMIT");
                tally.logged();
                tally.write();
                tally.write();
                return 0;
            }

            @Override
            public void reset() throws SQLException {
                statement.execute("ROLLBACK");
            }

            @Override
            public void close() throws SQLException {
                statement.close();
            }
        };
    }
}
