// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadParameters;
import io.github.cdctester.workload.WorkloadProvider;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A worker throws an InternalError, which is not attributed to the workload. With the option {@code assertion}, it throws an
 * AssertionError. With the option {@code prepare-fails} or {@code cleanup-fails}, that method throws the error.
 */
public final class ErringWorkload implements WorkloadProvider {

    static final String NAME = "erring";
    static final String MESSAGE = "of a session";
    static final String ASSERTION = "assertion";
    static final String PREPARE_FAILS = "prepare-fails";
    static final String CLEANUP_FAILS = "cleanup-fails";

    private static final int SUCCESSFUL_TRANSACTIONS = 200;

    /** Called by the service loader. */
    public ErringWorkload() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Workload workload(WorkloadParameters parameters) {
        boolean isAssertion = parameters.isOn(ASSERTION, false);
        return new Inserts(
                () -> isAssertion ? new AssertionError(MESSAGE) : new InternalError(MESSAGE),
                parameters.isOn(PREPARE_FAILS, false),
                parameters.isOn(CLEANUP_FAILS, false));
    }

    private static final class Inserts implements Workload {

        private final AtomicInteger transactions = new AtomicInteger();
        private final Supplier<Error> error;
        private final boolean prepareFails;
        private final boolean cleanupFails;

        Inserts(Supplier<Error> error, boolean prepareFails, boolean cleanupFails) {
            this.error = error;
            this.prepareFails = prepareFails;
            this.cleanupFails = cleanupFails;
        }

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public List<String> transactionKinds() {
            return List.of("insert");
        }

        @Override
        public List<String> tables() {
            return List.of(NAME);
        }

        @Override
        public void prepare(Preparation preparation) throws SQLException {
            try (Connection connection = preparation.connections().connection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE erring (id INT PRIMARY KEY AUTO_INCREMENT, n INT)");
            }
            if (prepareFails) {
                throw error.get();
            }
        }

        @Override
        public void check(Connection connection) {
            // prepare() has just created the table
        }

        @Override
        public int cleanup(Connection connection) throws SQLException {
            if (cleanupFails) {
                throw error.get();
            }
            try (Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE IF EXISTS erring");
            }
            return 1;
        }

        @Override
        public WorkloadSession session(Connection connection, int worker) throws SQLException {
            return new Session(connection.createStatement(), transactions, error);
        }
    }

    private record Session(Statement statement, AtomicInteger transactions, Supplier<Error> error)
            implements WorkloadSession {

        @Override
        public int execute(StatementTally tally) throws SQLException {
            if (transactions.incrementAndGet() > SUCCESSFUL_TRANSACTIONS) {
                throw error.get();
            }
            statement.execute("INSERT INTO erring (n) VALUES (1)");
            tally.write();
            tally.onCommit();
            return 0;
        }

        @Override
        public boolean mayHaveCommitted() {
            return true;
        }

        @Override
        public void reset() {
            // no transaction is open
        }

        @Override
        public void close() throws SQLException {
            statement.close();
        }
    }
}
