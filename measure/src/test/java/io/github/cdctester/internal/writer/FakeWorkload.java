// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Workload;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs test code instead of SQL transactions. */
final class FakeWorkload implements Workload {

    @FunctionalInterface
    interface Transaction {
        void run(int worker, int number) throws SQLException;
    }

    final AtomicInteger executed = new AtomicInteger();
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger resets = new AtomicInteger();
    final AtomicInteger openSessions = new AtomicInteger();
    SQLException resetFailure;
    SQLException closeFailure;
    volatile long waitNanos;
    int transactionsPerConnection;
    private final Transaction transaction;
    private final boolean failsAtCommit;

    FakeWorkload(Transaction transaction) {
        this(transaction, true);
    }

    /** If {@code failsAtCommit} is true, a failed transaction may have been committed. */
    FakeWorkload(Transaction transaction, boolean failsAtCommit) {
        this.transaction = transaction;
        this.failsAtCommit = failsAtCommit;
    }

    void run(int worker) throws SQLException {
        running.incrementAndGet();
        try {
            transaction.run(worker, executed.incrementAndGet());
        } finally {
            running.decrementAndGet();
        }
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<String> transactionKinds() {
        return List.of("fake");
    }

    @Override
    public int transactionsPerConnection() {
        return transactionsPerConnection;
    }

    @Override
    public List<String> tables() {
        return List.of();
    }

    @Override
    public void prepare(Preparation preparation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void check(Connection connection) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int cleanup(Connection connection) {
        throw new UnsupportedOperationException();
    }

    @Override
    public WorkloadSession session(Connection connection, int worker) {
        openSessions.incrementAndGet();
        return new WorkloadSession() {
            @Override
            public long waitNanos() {
                return waitNanos;
            }

            @Override
            public int execute(StatementTally tally) throws SQLException {
                tally.write();
                tally.onCommit();
                run(worker);
                return 0;
            }

            @Override
            public boolean mayHaveCommitted() {
                return failsAtCommit;
            }

            @Override
            public void reset() throws SQLException {
                resets.incrementAndGet();
                if (resetFailure != null) {
                    throw resetFailure;
                }
            }

            @Override
            public void close() throws SQLException {
                openSessions.decrementAndGet();
                if (closeFailure != null) {
                    throw closeFailure;
                }
            }
        };
    }
}
