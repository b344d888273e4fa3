// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StatementTableWorkload;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.Transactions;
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

final class LargeTransactionWorkload extends StatementTableWorkload {

    /** Shared number: the first free id (inserts) or the first existing id (updates, deletes). */
    private static final String FIRST_ID_NAME = "first id";

    private final LargeTransactions spec;
    private final RowStamp stamp;

    /** Numbers all transactions except updates, from 0. Each transaction uses as many ids as it has rows. */
    private final LongSupplier transactionNumbers;

    private @Nullable TransactionShape shape;

    LargeTransactionWorkload(LargeTransactions spec, SharedNumbers numbers) {
        super(spec.name(), numbers);
        this.spec = spec;
        transactionNumbers = numbers.counterFrom(0);
        stamp = new RowStamp(spec.stamped());
    }

    @Override
    public List<String> transactionKinds() {
        return List.of(spec.transactionKind());
    }

    /** A transaction that is running at the end of the run is completed. */
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
            TransactionShape serverShape = shapeOn(connection);
            LargeTransactionTable.create(tables, stamp, connection, statement);
            long transactions = switch (spec.kind()) {
                case INSERT, INSERT_SELECT -> 0;
                case UPDATE -> preparation.threads();
                case DELETE -> spec.transactions();
            };
            LargeTransactionTable.fill(
                    BulkStatements.of(statement),
                    serverShape,
                    spec.stamped(),
                    transactions * serverShape.rows(),
                    preparation);
        } catch (SQLException | InterruptedException | RuntimeException | Error e) {
            tables.dropAfter(e, preparation.connections());
            throw e;
        }
    }

    @Override
    public void check(Connection connection) throws SQLException {
        LargeTransactionTable.check(connection, stamp);
        checkedShape(connection);
    }

    @Override
    public void checkServer(Connection connection) throws SQLException {
        shapeOn(connection);
    }

    @Override
    protected List<StatementTemplate> createTemplates() {
        return LargeTransactionStatements.templates(spec.kind(), stamp);
    }

    /** READ COMMITTED locks no gaps, so that workers do not block each other. */
    @Override
    public List<String> connectionSetup() {
        return List.of("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) throws SQLException {
        checkedShape(connection);
        return super.session(connection, worker);
    }

    @Override
    public Transactions transactions(int worker) {
        TransactionShape serverShape = knownShape();
        long firstWorkerId = LargeTransactionTable.FIRST_ID + worker * serverShape.rows();
        long firstId = Objects.requireNonNull(numbers().valuesFromTables().get(FIRST_ID_NAME));
        return new LargeTransactionStatements(
                serverShape,
                stamp,
                spec.kind() == RowChange.UPDATE
                        ? () -> firstWorkerId
                        : () -> firstId + transactionNumbers.getAsLong() * serverShape.rows());
    }

    private synchronized TransactionShape knownShape() {
        return Objects.requireNonNull(shape, "the tables were not checked");
    }

    /** No report lists the rows that a lost node has already deleted. */
    @Override
    public boolean canBeTakenOver() {
        return spec.kind() != RowChange.DELETE;
    }

    /** Returns the shape of the transactions. The first call computes it, and for updates and deletes checks the rows. */
    private synchronized TransactionShape checkedShape(Connection connection) throws SQLException {
        TransactionShape existingShape = shape;
        if (existingShape != null) {
            return existingShape;
        }
        TransactionShape serverShape = shapeOn(connection);
        LargeTransactionTable.Contents tableContents = LargeTransactionTable.contents(connection);
        boolean inserts = spec.kind() == RowChange.INSERT || spec.kind() == RowChange.INSERT_SELECT;
        long requiredRows = serverShape.rows() * (spec.kind() == RowChange.DELETE ? spec.transactions() : 1);
        if (!inserts && (tableContents.rows() < requiredRows || tableContents.dataBytes() != serverShape.dataBytes())) {
            throw new RunFailedException(
                    "large_transaction has " + tableContents.rows() + " rows of " + tableContents.dataBytes()
                            + " bytes of data, but " + requiredRows + " of " + serverShape.dataBytes()
                            + " are needed; run " + Setting.CLEANUP + " and " + Setting.PREPARE
                            + " with the options of this run");
        }
        if (numbers()
                .valuesFromTables()
                .isEmpty()) { // otherwise another process has read the first id before the first write
            setValuesFromTables(Map.of(FIRST_ID_NAME, inserts ? tableContents.lastId() + 1 : tableContents.firstId()));
        }
        shape = serverShape;
        return serverShape;
    }

    private TransactionShape shapeOn(Connection connection) throws SQLException {
        ServerVariables variables = ServerVariables.of(connection);
        TransactionShape serverShape = TransactionShape.of(
                spec, LogFormat.of(variables, spec.stamped()), variables.number("max_allowed_packet", 16 << 20));
        ServerLimits.check(variables, spec, serverShape);
        return serverShape;
    }
}
