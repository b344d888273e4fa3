// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.random.SessionRandoms;
import io.github.cdctester.workload.Workload;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A workload with its own tables, with one kind of transactions unless a subclass declares others. Its workers share
 * {@link SharedNumbers}, even in several processes.
 */
public abstract class TableWorkload implements Workload {

    private static final int NO_SUCH_TABLE = 1146;

    private final String name;
    private SharedNumbers numbers;

    protected final SessionRandoms randoms;

    protected TableWorkload(String name, SharedNumbers numbers) {
        this.name = name;
        this.numbers = numbers;
        randoms = new SessionRandoms(numbers.seed());
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public List<String> transactionKinds() {
        return List.of(name);
    }

    public SessionRandoms randoms() {
        return randoms;
    }

    /** After a call of {@link #check}, includes values read from the tables. */
    public final synchronized SharedNumbers numbers() {
        return numbers;
    }

    /** The values must be from before the first write. */
    protected final synchronized void setValuesFromTables(Map<String, Long> values) {
        numbers = numbers.withValuesFromTables(values);
    }

    /** Another process can take over the workers of a lost process, unless only the lost process had the list of remaining rows. */
    public boolean canBeTakenOver() {
        return true;
    }

    /** Returns the number of warehouses if there are fewer warehouses than processes; otherwise empty. */
    public OptionalInt warehousesIfTooFew(int processes) {
        return OptionalInt.empty();
    }

    /** Returns empty if no such table is known. Must be called after {@link #check}. */
    public Optional<SizeMismatch> sizeMismatch() {
        return Optional.empty();
    }

    /**
     * @param requestedRows number of rows that the options request
     * @param initialRows initial number of rows; {@code null} if unknown
     * @param highestId highest id in the table if the initial number of rows is unknown; otherwise {@code null}
     */
    public record SizeMismatch(
            String table,
            long requestedRows,
            @Nullable Long initialRows,
            @Nullable Long highestId) {}

    @Override
    public Optional<String> whyRowsAreNotReported() {
        return Optional.empty();
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        return SchemaTables.drop(connection, tables());
    }

    /**
     * EXPLAIN checks the table and the privilege without writing.
     *
     * @param prepare the setting that prepares the table
     * @param sameSettings settings that must be the same as in the preparation
     * @throws RunFailedException if the table is missing
     */
    public static void explain(Statement statement, String sql, String table, Object prepare, Object sameSettings)
            throws SQLException {
        try (ResultSet plan = statement.executeQuery("EXPLAIN " + sql)) {
            plan.next();
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_TABLE) {
                throw e;
            }
            throw new RunFailedException(
                    "cannot use " + table + ": " + e.getMessage() + "; run " + prepare + " with the same "
                            + sameSettings + " first, or add " + Setting.PREPARE_FIRST,
                    e);
        }
    }
}
