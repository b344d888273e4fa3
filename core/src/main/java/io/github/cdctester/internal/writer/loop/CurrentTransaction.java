// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.Refusals;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.Transactions;
import java.sql.SQLException;

/** The times and counts of a worker's current transaction. Guarded by the loop, except {@link #place}. */
final class CurrentTransaction {

    private final LoadContext context;
    private final Transactions transactions;
    private final StatementTally tally;
    private final Refusals refusals;
    private volatile double place = Pacer.NO_PLACE;
    private long intendedNanos;
    private long startNanos;
    private volatile boolean interrupted;

    CurrentTransaction(LoadContext context, Transactions transactions) {
        this.context = context;
        this.transactions = transactions;
        tally = context.sink().newTally();
        refusals = new Refusals(context);
    }

    StatementTally tally() {
        return tally;
    }

    /** Returns the place of the start that was taken and not completed, or {@link Pacer#NO_PLACE}. */
    double place() {
        return place;
    }

    long startNanos() {
        return startNanos;
    }

    void start(double atPlace, long intended, long now) {
        if (atPlace != Pacer.NO_PLACE) { // a volatile write costs more than a comparison
            place = atPlace;
        }
        intendedNanos = intended;
        startNanos = now;
    }

    /** Requests the end of a long transaction. Returns true if its statement is to be interrupted. Thread-safe. */
    boolean cancel() {
        if (transactions.cancel()) {
            interrupted = true;
            return true;
        }
        return false;
    }

    /** Returns true if an error is the effect of {@link #cancel}. */
    boolean isCancelled() {
        return interrupted && transactions.isOpen() && !transactions.mayHaveCommitted();
    }

    /** Reports a failed attempt. Returns true if its outcome is unknown. */
    boolean reportFailure(SQLException failure, boolean connectionLost) {
        boolean unknown = connectionLost && LoadContext.isOutcomeUnknown(failure, transactions.mayHaveCommitted());
        if (unknown) {
            tally.unknown();
            context.sink().unknownOutcome();
        } else {
            tally.undone();
        }
        if (connectionLost) {
            transactions.connectionLost(unknown);
        }
        return unknown;
    }

    /** Counts an error of this transaction. Returns the pause before the next attempt, in ns. */
    long countRefusal() {
        return refusals.add();
    }

    /** Ends the series of errors: the transaction is complete, or the load is stopping. */
    void endRefusals() {
        refusals.end();
    }

    /** Reports the complete transaction. Returns the time. */
    long reportComplete() {
        long endNanos = context.clock().nanoTime();
        context.sink().transaction(transactions.kind(), intendedNanos, startNanos, endNanos, tally);
        return endNanos;
    }

    /** Reports the statements of a transaction that does not count as complete. */
    void reportUnfinished() {
        context.sink().transactionUnfinished(tally);
    }

    /** Gives up the place, and clears the counts for the next transaction. */
    void end() {
        if (place != Pacer.NO_PLACE) {
            place = Pacer.NO_PLACE;
        }
        tally.clear();
    }
}
