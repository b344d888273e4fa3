// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.Refusals;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Transactions;
import java.sql.SQLException;

/** Times and counts of a worker's current transaction. Guarded by the loop's monitor, except the position and {@link #cancel}. */
final class CurrentTransaction {

    private final LoadContext context;
    private final Transactions transactions;
    private final StatementTally tally;
    private final Refusals refusals;
    private volatile double position = Pacer.NO_POSITION;
    private long intendedNanos;
    private long startNanos;
    private volatile boolean isCancelRequested;

    CurrentTransaction(LoadContext context, Transactions transactions) {
        this.context = context;
        this.transactions = transactions;
        tally = context.sink().newTally();
        refusals = new Refusals(context);
    }

    StatementTally tally() {
        return tally;
    }

    double position() {
        return position;
    }

    long startNanos() {
        return startNanos;
    }

    void start(double atPosition, long intendedStart, long nowNanos) {
        if (atPosition != Pacer.NO_POSITION) { // a volatile write costs more than a comparison
            position = atPosition;
        }
        intendedNanos = intendedStart;
        startNanos = nowNanos;
    }

    /** Returns true if the statement must be interrupted. Thread-safe. */
    boolean cancel() {
        if (transactions.cancel()) {
            isCancelRequested = true;
            return true;
        }
        return false;
    }

    /** Returns true if {@link #cancel} may have caused an error: a transaction is open, and no commit was sent. */
    boolean isCancelled() {
        return isCancelRequested && transactions.isOpen() && !transactions.mayHaveCommitted();
    }

    /** Returns true if the outcome of the attempt is unknown. */
    boolean reportFailure(SQLException failure, boolean isConnectionLost) {
        boolean isOutcomeUnknown =
                isConnectionLost && LoadContext.isOutcomeUnknown(failure, transactions.mayHaveCommitted());
        if (isOutcomeUnknown) {
            tally.onUnknownOutcome();
            context.sink().unknownOutcome();
        } else {
            tally.onRollback();
        }
        if (isConnectionLost) {
            transactions.connectionLost(isOutcomeUnknown);
        }
        return isOutcomeUnknown;
    }

    /** Returns the pause before the next attempt, in ns. */
    long countRefusal() {
        return refusals.add();
    }

    void endRefusals() {
        refusals.end();
    }

    long reportComplete() {
        long endNanos = context.clock().nanoTime();
        context.sink().transaction(transactions.kind(), intendedNanos, startNanos, endNanos, tally);
        return endNanos;
    }

    void reportUnfinished() {
        context.sink().transactionUnfinished(tally);
    }

    void end() {
        if (position != Pacer.NO_POSITION) {
            position = Pacer.NO_POSITION;
        }
        tally.clear();
    }
}
