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

    /** Returns the schedule position of the start that was taken and not completed, or {@link Pacer#NO_POSITION}. */
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

    /** Requests the end of a long transaction. Returns true if its statement must be interrupted. Thread-safe. */
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

    /** Reports a failed attempt. Returns true if its outcome is unknown. */
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

    /** Counts an error of this transaction. Returns the pause before the next attempt, in ns. */
    long countRefusal() {
        return refusals.add();
    }

    /** Ends the series of errors, because the transaction is complete or the load is stopping. */
    void endRefusals() {
        refusals.end();
    }

    /** Reports the transaction as complete. Returns its end time. */
    long reportComplete() {
        long endNanos = context.clock().nanoTime();
        context.sink().transaction(transactions.kind(), intendedNanos, startNanos, endNanos, tally);
        return endNanos;
    }

    /** Reports the statements of a transaction that is not counted as complete. */
    void reportUnfinished() {
        context.sink().transactionUnfinished(tally);
    }

    /** Releases the start, and clears the counts for the next transaction. */
    void end() {
        if (position != Pacer.NO_POSITION) {
            position = Pacer.NO_POSITION;
        }
        tally.clear();
    }
}
