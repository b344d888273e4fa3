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
 * A workload on tables of its own, named as its specification, with one kind of transactions unless it specifies otherwise. Its
 * workers have numbers in common, which have to be divided where these are in several processes.
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

    /**
     * The numbers that its workers have in common.
     *
     * @return the numbers; with values read from the tables, after they were {@linkplain #check checked}
     */
    public final synchronized SharedNumbers numbers() {
        return numbers;
    }

    /** Stores values read from the tables before the first write. */
    protected final synchronized void setFound(Map<String, Long> there) {
        numbers = numbers.with(there);
    }

    /**
     * Returns true if another process can take over the workers of a lost one; false if only the lost one had the list of remaining
     * rows.
     */
    public boolean canBeTakenOver() {
        return true;
    }

    /** Number of warehouses, if there are too few for one per process. */
    public OptionalInt scarceFor(int processes) {
        return OptionalInt.empty();
    }

    /**
     * Returns a table with another size than the options, after tables were {@linkplain #check checked}; empty if none is known.
     */
    public Optional<OtherSize> otherSize() {
        return Optional.empty();
    }

    /**
     * A table of another size.
     *
     * @param madeWith rows that the table was made with; {@code null} if that is not known
     * @param highestId the highest id in the table, if the other is not known
     */
    public record OtherSize(
            String table,
            long asked,
            @Nullable Long madeWith,
            @Nullable Long highestId) {}

    @Override
    public Optional<String> whyRowsAreNotTold() {
        return Optional.empty();
    }

    @Override
    public int cleanup(Connection connection) throws SQLException {
        return SchemaTables.drop(connection, tables());
    }

    /**
     * Runs EXPLAIN for a statement: it checks table and privilege, and writes nothing.
     *
     * @param prepare the setting that prepares it
     * @param same settings that must be the same as in the preparation
     * @throws RunFailedException if the table is missing
     */
    public static void explain(Statement statement, String sql, String table, Object prepare, Object same)
            throws SQLException {
        try (ResultSet plan = statement.executeQuery("EXPLAIN " + sql)) {
            plan.next();
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_TABLE) {
                throw e;
            }
            throw new RunFailedException(
                    "cannot use " + table + ": " + e.getMessage() + "; run " + prepare + " with the same " + same
                            + " first, or add " + Setting.PREPARE_FIRST,
                    e);
        }
    }
}
