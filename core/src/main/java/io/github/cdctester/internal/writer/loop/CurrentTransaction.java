// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.writer.LoadContext;
import io.github.cdctester.internal.writer.Pacer;
import io.github.cdctester.internal.writer.Refusals;
import io.github.cdctester.workload.StatementTally;

/** The times and counts of a worker's current transaction. Confined to the loop's thread, except {@link #place}. */
final class CurrentTransaction {

    private final LoadContext context;
    private final StatementTally tally;
    private final Refusals refusals;
    private volatile double place = Pacer.NO_PLACE;
    private long intendedNanos;
    private long startNanos;

    CurrentTransaction(LoadContext context) {
        this.context = context;
        tally = context.sink().tally();
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

    /** Reports a failed attempt. */
    void failed(boolean unknownOutcome) {
        if (unknownOutcome) {
            tally.unknown();
            context.sink().unknownOutcome();
        } else {
            tally.undone();
        }
    }

    /** Counts an error of this transaction. Returns the pause before the next attempt, in ns. */
    long refused() {
        return refusals.add();
    }

    /** Ends the series of errors: the transaction is complete, or the load is stopping. */
    void endRefusals() {
        refusals.end();
    }

    /** Reports the complete transaction. Returns the time. */
    long complete(int kind) {
        long endNanos = context.clock().nanoTime();
        context.sink().transaction(kind, intendedNanos, startNanos, endNanos, tally);
        return endNanos;
    }

    /** Reports the statements of a transaction that does not count as complete. */
    void unfinished() {
        context.sink().unfinished(tally);
    }

    /** Gives up the place, and clears the counts for the next transaction. */
    void end() {
        if (place != Pacer.NO_PLACE) {
            place = Pacer.NO_PLACE;
        }
        tally.clear();
    }
}
