// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.StatementWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code cdc_seq} is the number of the transaction that last wrote the row. {@code cdc_at} is the time just before the statement,
 * in µs since the epoch, on the tester's clock.
 *
 * @param isEnabled if false, all texts are empty and no value is bound
 */
public record RowStamp(boolean isEnabled) {

    public static final FamilyOption<Boolean> OPTION = FamilyOption.onOff(
            "--stamp", "stamp", "Store a transaction number in each row (column cdc_seq), for judge", false);

    /** Definition of both columns in CREATE TABLE. */
    public static final String DEFINITION = "cdc_seq BIGINT DEFAULT '0' NOT NULL, cdc_at BIGINT DEFAULT '0' NOT NULL";

    private static final Set<String> NAMES = Set.of("cdc_seq", "cdc_at");

    /** Returns a text to append to the columns of CREATE TABLE. */
    public String columnDefinitions() {
        return isEnabled ? ", " + DEFINITION : "";
    }

    /** Returns a text to append to the SET clause of an UPDATE. */
    public String setClause() {
        return isEnabled ? ", cdc_seq = ?, cdc_at = ?" : "";
    }

    public String columnNames() {
        return isEnabled ? ", cdc_seq, cdc_at" : "";
    }

    /** Returns a text to append to the values of an INSERT. */
    public String placeholders() {
        return isEnabled ? ", ?, ?" : "";
    }

    public void write(StatementWriter statement, StatementTally tally) {
        if (isEnabled) {
            statement.number(tally.stamp());
            statement.number(now());
        }
    }

    /** Call it just before the statement is sent. Returns the index of the next placeholder. */
    public int bind(PreparedStatement statement, int firstIndex, StatementTally tally) throws SQLException {
        if (!isEnabled) {
            return firstIndex;
        }
        statement.setLong(firstIndex, tally.stamp());
        statement.setLong(firstIndex + 1, now());
        return firstIndex + 2;
    }

    public void check(Connection connection, String table) throws SQLException {
        if (!isEnabled) {
            return;
        }
        Set<String> columns = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet column = statement.executeQuery("SHOW COLUMNS FROM " + table)) {
            while (column.next()) {
                columns.add(column.getString(1).toLowerCase(Locale.ROOT));
            }
        }
        if (!columns.containsAll(NAMES)) {
            throw missingColumnsFailure(table, null);
        }
    }

    /** {@code cause} is the server's error, if any. */
    public static RunFailedException missingColumnsFailure(String table, @Nullable Throwable cause) {
        return new RunFailedException(
                table + " has no columns cdc_seq and cdc_at for stamps: drop the tables, and run " + Setting.PREPARE
                        + " with stamps, or write without them",
                cause);
    }

    public static long now() {
        return EpochMicrosClock.SYSTEM.epochMicros();
    }
}
