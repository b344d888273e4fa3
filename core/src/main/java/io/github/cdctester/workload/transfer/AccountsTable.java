// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.workload.Preparation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The one table of the workload. {@code changes} counts an account's changes: no state of a row comes twice. */
final class AccountsTable {

    static final String NAME = "accounts";

    /** What each account has at first. */
    static final long FIRST_BALANCE = 1_000;

    private static final int NO_SUCH_TABLE = 1146;
    private static final int ROWS_A_STATEMENT = 10_000;

    private final int accounts;
    private final RowStamp stamp;

    AccountsTable(Transfers spec) {
        accounts = spec.accounts();
        stamp = new RowStamp(spec.stamped());
    }

    /** Makes and fills the table, or leaves none. */
    void create(Preparation preparation) throws SQLException, InterruptedException {
        NewTables tables = new NewTables("run " + Setting.CLEANUP.of("transfer") + " first, or run without prepare");
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            tables.refuseExisting(connection, List.of(NAME));
            tables.create(
                    statement,
                    NAME,
                    "CREATE TABLE " + NAME + " (id INT NOT NULL, balance BIGINT NOT NULL," + " changes BIGINT NOT NULL"
                            + stamp.definition() + ", PRIMARY KEY (id)) ENGINE = InnoDB" + TableMark.OPTION);
            fill(statement, preparation);
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }

    private void fill(Statement statement, Preparation preparation) throws SQLException, InterruptedException {
        StringBuilder sql = new StringBuilder();
        int done = 0;
        while (done < accounts) {
            preparation.failIfStopped();
            sql.setLength(0);
            sql.append("INSERT INTO " + NAME + " (id, balance, changes) VALUES ");
            int until = Math.min(accounts, done + ROWS_A_STATEMENT);
            for (int id = done + 1; id <= until; id++) {
                sql.append(id == done + 1 ? "(" : ",(")
                        .append(id)
                        .append(',')
                        .append(FIRST_BALANCE)
                        .append(",0)");
            }
            statement.executeUpdate(sql.toString());
            done = until;
            preparation.progress().rows(done, accounts);
        }
    }

    /** Asks for the table, the privilege, and enough accounts; writes nothing. */
    void check(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet plan =
                    statement.executeQuery("EXPLAIN UPDATE " + NAME + " SET balance = balance WHERE id = 0")) {
                plan.next();
            } catch (SQLException e) {
                if (e.getErrorCode() != NO_SUCH_TABLE) {
                    throw e;
                }
                throw new RunFailedException(
                        "cannot use " + NAME + ": " + e.getMessage() + "; run " + Setting.PREPARE.of("transfer")
                                + " with the same " + Setting.ACCOUNTS + " first, or add " + Setting.PREPARE_FIRST,
                        e);
            }
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

    static int drop(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean exists;
            try (ResultSet found = statement.executeQuery("SHOW TABLES LIKE '" + NAME + "'")) {
                exists = found.next();
            }
            if (exists) {
                statement.execute("DROP TABLE " + NAME);
            }
            return exists ? 1 : 0;
        }
    }
}
