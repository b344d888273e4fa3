// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.TableWorkload;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.WorkloadSession;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Transactions of a given size in the log, of one kind. */
final class LargeTransactionWorkload extends TableWorkload {

    /** The key of the first free row; inserts and deletes continue from there. */
    private static final String FIRST = "first id";

    private final LargeTransactions spec;
    private final RowStamp stamp;

    /** Each takes as many rows as a transaction has. */
    private final LongSupplier turns;

    private @Nullable TransactionShape shape;

    LargeTransactionWorkload(LargeTransactions spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        turns = numbers.strided(0);
        stamp = new RowStamp(spec.stamped());
    }

    @Override
    public List<String> transactionKinds() {
        return List.of(spec.transactionKind());
    }

    /** A transaction that is under way when the time is up is finished, which can take long. */
    @Override
    public Duration timeout() {
        return Duration.ofMinutes(30);
    }

    @Override
    public List<String> tables() {
        return List.of(LargeTransactionTable.NAME);
    }

    @Override
    public void prepare(Preparation preparation) throws SQLException, InterruptedException {
        NewTables tables = new NewTables("run " + Setting.CLEANUP + " first, or run without prepare");
        try (Connection connection = preparation.connections().connection();
                Statement statement = connection.createStatement()) {
            TransactionShape fitting = shapeOn(connection);
            LargeTransactionTable.create(tables, stamp, connection, statement);
            long transactions = switch (spec.kind()) {
                case INSERT, INSERT_SELECT -> 0;
                case UPDATE -> preparation.threads();
                case DELETE -> spec.transactions();
            };
            LargeTransactionTable.fill(statement, fitting, spec.stamped(), transactions * fitting.rows(), preparation);
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }

    @Override
    public void check(Connection connection) throws SQLException {
        LargeTransactionTable.check(connection, stamp);
        takeStock(connection);
    }

    @Override
    public void checkServer(Connection connection) throws SQLException {
        shapeOn(connection);
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        TransactionShape fitting = takeStock(connection);
        // no gaps are locked, so that workers do not wait for each other
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        long ownRows = LargeTransactionTable.FIRST_ID + worker * fitting.rows();
        long first = Objects.requireNonNull(numbers().found().get(FIRST));
        return new LargeTransactionSession(
                connection.createStatement(),
                fitting,
                stamp,
                spec.kind() == RowChange.UPDATE ? () -> ownRows : () -> first + turns.getAsLong() * fitting.rows());
    }

    /** Deletes are of rows that were prepared for this node; the last report of a lost node does not list the deleted ones. */
    @Override
    public boolean canBeTakenOver() {
        return spec.kind() != RowChange.DELETE;
    }

    /** Finds the transactions' shape, once, and looks whether the table has the rows for it. */
    private synchronized TransactionShape takeStock(Connection connection) throws SQLException {
        TransactionShape known = shape;
        if (known != null) {
            return known;
        }
        TransactionShape fitting = shapeOn(connection);
        LargeTransactionTable.Contents there = LargeTransactionTable.contents(connection);
        boolean inserts = spec.kind() == RowChange.INSERT || spec.kind() == RowChange.INSERT_SELECT;
        long needed = fitting.rows() * (spec.kind() == RowChange.DELETE ? spec.transactions() : 1);
        if (!inserts && (there.rows() < needed || there.dataBytes() != fitting.dataBytes())) {
            throw new RunFailedException("large_transaction has " + there.rows() + " rows of " + there.dataBytes()
                    + " bytes of data, but " + needed + " of " + fitting.dataBytes()
                    + " are needed; run " + Setting.CLEANUP + " and " + Setting.PREPARE
                    + " with the options of this run");
        }
        if (numbers().found().isEmpty()) { // else another process has read them before the first write
            setFound(Map.of(FIRST, inserts ? there.lastId() + 1 : there.firstId()));
        }
        shape = fitting;
        return fitting;
    }

    private TransactionShape shapeOn(Connection connection) throws SQLException {
        ServerVariables variables = ServerVariables.of(connection);
        TransactionShape fitting = TransactionShape.of(
                spec, LogFormat.of(variables, spec.stamped()), variables.number("max_allowed_packet", 16 << 20));
        ServerLimits.check(variables, spec, fitting);
        return fitting;
    }
}
