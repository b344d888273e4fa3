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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A worker waits forever after some transactions. With the option {@code ignores-interrupts}, not even an interrupt ends the wait. The
 * option {@code exits} names a method that ends the JVM.
 */
public final class WaitingWorkload implements WorkloadProvider {

    static final String NAME = "waiting";
    static final String IGNORES_INTERRUPTS = "ignores-interrupts";
    static final String EXITS = "exits";
    static final int TIMEOUT_SECONDS = 2;

    private static final int QUICK_TRANSACTIONS = 100;

    /** Called by the service loader. */
    public WaitingWorkload() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Workload workload(WorkloadParameters parameters) {
        return new Inserts(parameters.isOn(IGNORES_INTERRUPTS, false), parameters.text(EXITS, ""));
    }

    private static void exitIf(boolean isCondition) {
        if (isCondition) {
            System.exit(0);
        }
    }

    static final class Inserts implements Workload {

        private final AtomicInteger transactions = new AtomicInteger();
        private final boolean ignoresInterrupts;
        private final String exits;

        Inserts(boolean ignoresInterrupts, String exits) {
            this.ignoresInterrupts = ignoresInterrupts;
            this.exits = exits;
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
        public Duration timeout() {
            return Duration.ofSeconds(TIMEOUT_SECONDS);
        }

        @Override
        public void prepare(Preparation preparation) throws SQLException {
            try (Connection connection = preparation.connections().connection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE waiting (id INT PRIMARY KEY AUTO_INCREMENT, n INT)");
            }
            exitIf(exits.equals("prepare"));
        }

        @Override
        public void check(Connection connection) {
            // prepare() has just created the table
        }

        @Override
        public int cleanup(Connection connection) throws SQLException {
            exitIf(exits.equals("cleanup"));
            try (Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE IF EXISTS waiting");
            }
            return 1;
        }

        @Override
        public WorkloadSession session(Connection connection, int worker) throws SQLException {
            exitIf(exits.equals("session"));
            return new Session(connection.createStatement(), this);
        }
    }

    private record Session(Statement statement, Inserts inserts) implements WorkloadSession {

        @Override
        public int execute(StatementTally tally) throws SQLException {
            exitIf(inserts.exits.equals("execute"));
            statement.execute("INSERT INTO waiting (n) VALUES (1)");
            tally.write();
            tally.onCommit();
            if (inserts.exits.isEmpty() && inserts.transactions.incrementAndGet() > QUICK_TRANSACTIONS) {
                awaitInterrupt();
            }
            return 0;
        }

        private void awaitInterrupt() {
            do {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                if (inserts.ignoresInterrupts) {
                    Thread.interrupted();
                }
            } while (inserts.ignoresInterrupts);
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
