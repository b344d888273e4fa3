// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import io.github.cdctester.config.StatementSending.PsMode;
import io.github.cdctester.internal.text.StatementText;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.StatementTemplate;
import io.github.cdctester.workload.StatementWriter;
import io.github.cdctester.workload.Transactions;
import io.github.cdctester.workload.Transactions.Step;
import io.github.cdctester.workload.WorkloadSession;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class StatementSession implements WorkloadSession {

    private final Transactions transactions;
    private final SessionStatements statements;
    private final JdbcWriter writer;
    private volatile boolean isCancelled;

    /** {@code pieces} are the texts of the templates, cut at their parameters. */
    StatementSession(
            Connection connection,
            List<String> setup,
            List<StatementTemplate> templates,
            byte[][][] pieces,
            Transactions transactions)
            throws SQLException {
        this.transactions = transactions;
        statements = new SessionStatements(connection, PsMode.AUTO);
        try {
            for (String sql : setup) {
                statements.text().execute(sql);
            }
            writer = new JdbcWriter(statements.text(), prepare(templates), pieces);
        } catch (SQLException | RuntimeException e) {
            statements.closeAfter(e);
            throw e;
        }
    }

    /** A template that is sent as text has no prepared statement ({@code null}). */
    private @Nullable PreparedStatement[] prepare(List<StatementTemplate> templates) throws SQLException {
        @Nullable PreparedStatement[] prepared = new PreparedStatement[templates.size()];
        for (int i = 0; i < prepared.length; i++) {
            String sql = templates.get(i).sql();
            prepared[i] = switch (templates.get(i).sending()) {
                case TEXT -> null;
                case PREPARED -> statements.prepare(sql);
                case PREPARED_IF_POSSIBLE -> statements.prepareIfPossible(sql);
            };
        }
        return prepared;
    }

    @Override
    public int execute(StatementTally tally) throws SQLException {
        transactions.begin(tally);
        Step step = transactions.next(writer);
        while (step == Step.STATEMENT) {
            step = send() ? transactions.next(writer) : Step.CANCELLED;
        }
        if (step == Step.CANCELLED) {
            reset();
            return CANCELLED;
        }
        return transactions.kind();
    }

    /** Returns false if {@link #cancel()} ended the statement. */
    private boolean send() throws SQLException {
        boolean foundRow = false;
        long changedRows = 0;
        try {
            Statement statement = writer.currentStatement;
            if (writer.execute()) {
                try (ResultSet rows = statement.getResultSet()) {
                    foundRow = rows.next();
                }
            } else {
                changedRows = statement.getLargeUpdateCount();
            }
        } catch (SQLException e) {
            if (isCancelled && transactions.isOpen() && !transactions.mayHaveCommitted()) {
                return false;
            }
            throw e;
        }
        transactions.onResponse(changedRows, foundRow);
        return true;
    }

    @Override
    public boolean mayHaveCommitted() {
        return transactions.mayHaveCommitted();
    }

    @Override
    public void cancel() {
        if (transactions.cancel()) {
            isCancelled = true;
            try {
                writer.currentStatement.cancel();
            } catch (SQLException e) {
                // if the cancellation fails, the transaction ends after its current statement
            }
        }
    }

    /**
     * Unlike sysbench, rolls back: after a lock wait timeout, the server keeps the transaction open, and the next BEGIN would
     * commit its first part.
     */
    @Override
    public void reset() throws SQLException {
        if (transactions.isOpen()) {
            // not Connection.rollback(), which a driver rejects in autocommit mode
            statements.text().execute("ROLLBACK");
            transactions.rolledBack();
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            reset();
        } finally {
            statements.close();
        }
    }

    private static final class JdbcWriter implements StatementWriter {

        private static final int INITIAL_CAPACITY = 320;

        private final Statement textStatement;
        private final @Nullable PreparedStatement[] prepared;
        private final byte[][][] pieces;
        private final StatementText text = new StatementText(INITIAL_CAPACITY);
        private @Nullable String sql;
        private @Nullable PreparedStatement currentPrepared;
        private int parameter;
        private @Nullable SQLException failure;

        /** Volatile, because another thread may cancel the statement. */
        private volatile Statement currentStatement;

        JdbcWriter(Statement textStatement, @Nullable PreparedStatement[] prepared, byte[][][] pieces) {
            this.textStatement = textStatement;
            this.prepared = prepared;
            this.pieces = pieces;
            currentStatement = textStatement;
        }

        @Override
        public void template(int index) {
            PreparedStatement selected = prepared[index];
            currentPrepared = selected;
            sql = null;
            failure = null;
            if (selected == null) {
                text.clear();
                text.template(pieces[index]);
                setCurrent(textStatement);
            } else {
                parameter = 0;
                setCurrent(selected);
            }
        }

        private void setCurrent(Statement statement) {
            if (currentStatement != statement) { // a volatile write costs more than a read
                currentStatement = statement;
            }
        }

        @Override
        public void number(long value) {
            if (currentPrepared == null) {
                text.number(value);
                return;
            }
            try {
                currentPrepared.setLong(++parameter, value);
            } catch (SQLException e) {
                failure = e;
            }
        }

        @Override
        public void text(byte[] ascii, int from, int length) {
            if (currentPrepared == null) {
                text.text(ascii, from, length);
                return;
            }
            try {
                currentPrepared.setString(++parameter, new String(ascii, from, length, StandardCharsets.ISO_8859_1));
            } catch (SQLException e) {
                failure = e;
            }
        }

        @Override
        public void sql(byte[] ascii, int from, int length) {
            currentPrepared = null;
            failure = null;
            sql = new String(ascii, from, length, StandardCharsets.ISO_8859_1);
            setCurrent(textStatement);
        }

        boolean execute() throws SQLException {
            if (failure != null) {
                throw failure;
            }
            if (currentPrepared != null) {
                return currentPrepared.execute();
            }
            String sqlText = sql == null ? text.toString() : sql;
            sql = null; // may be large
            return textStatement.execute(sqlText);
        }
    }
}
