// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.WorkloadSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

final class TpccSession implements WorkloadSession {

    private final Connection connection;
    private final TransactionKind.Sequence kinds;
    private final Transaction[] transactions;
    private final boolean waitsToThink;
    private final SplittableRandom random;
    private @Nullable TransactionKind lastKind;
    /**
     * New-order has 8 statements and one INSERT for each number of lines from 5 to 15, payment 8, order-status 4, delivery 7, and
     * stock-level 2. Not counted: an INSERT of 4 lines, for an order of 5 lines with an invalid item.
     */
    static final int PREPARED_STATEMENTS = 8 + 11 + 8 + 4 + 7 + 2;

    private TransactionKind nextKind;
    private boolean isCommitting;

    TpccSession(Tpcc spec, Connection connection, int worker, SplittableRandom random, NonUniform.Constants constants)
            throws SQLException {
        this.connection = connection;
        kinds = TransactionKind.Sequence.of(spec.mix(), random);
        this.random = random;
        waitsToThink = spec.thinkTimes();
        nextKind = kinds.next();
        Terminal terminal = new Terminal(spec, worker, random, constants);
        // without autocommit, a transaction begins with its first statement, which saves the round trip of BEGIN
        connection.setAutoCommit(false);
        RowStamp stamp = new RowStamp(spec.stamped());
        transactions = new Transaction[] {
            new NewOrder(connection, terminal, stamp),
            new Payment(connection, terminal, stamp),
            new OrderStatus(connection, terminal),
            new Delivery(connection, terminal, stamp),
            new StockLevel(connection, terminal)
        };
    }

    @Override
    public long waitNanos() {
        return waitsToThink ? TransactionKind.waitNanos(lastKind, nextKind, random) : 0;
    }

    /** Draws the next kind only after the transaction has completed, so that retries do not change the mix. */
    @Override
    public int execute(StatementTally tally) throws SQLException {
        TransactionKind kind = nextKind;
        isCommitting = false;
        Transaction.Outcome outcome = transactions[kind.ordinal()].execute(tally);
        if (outcome == Transaction.Outcome.ROLLED_BACK) {
            connection.rollback();
            tally.rolledBack();
        } else {
            isCommitting = outcome == Transaction.Outcome.WRITTEN;
            connection.commit();
        }
        tally.other();
        if (outcome == Transaction.Outcome.WRITTEN) {
            tally.onCommit();
        }
        lastKind = kind;
        nextKind = kinds.next();
        return kind.ordinal();
    }

    @Override
    public boolean mayHaveCommitted() {
        return isCommitting;
    }

    @Override
    public void reset() throws SQLException {
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        for (Transaction transaction : transactions) {
            transaction.close();
        }
    }
}
