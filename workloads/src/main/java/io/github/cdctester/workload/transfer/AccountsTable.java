// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.LongConsumer;

/** {@code changes} counts the changes of an account, so that a row never has the same state twice. */
final class AccountsTable implements TableFilling {

    static final String NAME = "accounts";

    static final long INITIAL_BALANCE = 1_000;

    private static final int ROWS_PER_PIECE = 10_000;

    private final int accounts;
    private final RowStamp stamp;

    AccountsTable(Transfers spec) {
        accounts = spec.accounts();
        stamp = new RowStamp(spec.stamped());
    }

    @Override
    public String advice() {
        return "run " + Setting.CLEANUP.of("transfer") + " first, or run without prepare";
    }

    @Override
    public void create(Preparation preparation, NewTables tables) throws SQLException {
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            tables.rejectExisting(connection, List.of(NAME));
            tables.create(
                    statement,
                    NAME,
                    "CREATE TABLE " + NAME + " (id INT NOT NULL, balance BIGINT NOT NULL," + " changes BIGINT NOT NULL"
                            + stamp.columnDefinitions() + ", PRIMARY KEY (id)) ENGINE = InnoDB" + TableMark.OPTION);
        }
    }

    @Override
    public List<TableFilling.Step> steps(String sharedValues) {
        int pieces = (accounts - 1) / ROWS_PER_PIECE + 1;
        return List.of(new TableFilling.Step(pieces, this::fill));
    }

    @Override
    public long rows() {
        return accounts;
    }

    private void fill(int piece, BulkStatements statements, SharedWork.Checkpoint checkpoint, LongConsumer rows)
            throws SQLException {
        StringBuilder sql = new StringBuilder("INSERT INTO " + NAME + " (id, balance, changes) VALUES ");
        int firstId = piece * ROWS_PER_PIECE + 1;
        int count = Math.min(ROWS_PER_PIECE, accounts - firstId + 1);
        for (int row = 0; row < count; row++) {
            sql.append(row == 0 ? "(" : ",(")
                    .append(firstId + row)
                    .append(',')
                    .append(INITIAL_BALANCE)
                    .append(",0)");
        }
        statements.execute(sql.toString());
        rows.accept(count);
    }

    /** Writes nothing. */
    void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String update = "UPDATE " + NAME + " SET balance = balance WHERE id = 0";
            TableWorkload.explain(statement, update, NAME, Setting.PREPARE.of("transfer"), Setting.ACCOUNTS);
            stamp.check(connection, NAME);
            try (ResultSet row =
                    statement.executeQuery("SELECT COUNT(*) FROM " + NAME + " WHERE id BETWEEN 1 AND " + accounts)) {
                row.next();
                if (row.getLong(1) < accounts) {
                    throw new RunFailedException(Setting.ACCOUNTS + " is " + accounts + ", but the table has "
                            + row.getLong(1) + "; give that number, or clean up and prepare again");
                }
            }
        }
    }
}
