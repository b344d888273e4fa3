// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.judge.verify.Incidents;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import org.jspecify.annotations.Nullable;

/** Matches the reports of one consumer with commits and the log. Callers hold the judge's lock. */
public abstract class ConsumerLedger implements LogReference.Watcher {

    final LogReference log;
    final ConsumerTimeline timeline;

    /** Reports of transactions with a commit time that is not known yet. */
    final LongPairMap untimed;

    long matched;
    long others;
    boolean full;

    /** The index of the newest transaction in the log that it has shown; -1 for none. */
    int newest = -1;

    ConsumerLedger(LogReference log, ConsumerTimeline timeline, LedgerMemory memory) {
        this.log = log;
        this.timeline = timeline;
        untimed = new LongPairMap(memory);
    }

    /** Transactions that were committed and that it has not shown whole. */
    abstract long behind();

    /** Returns true if missing transactions of this run cannot arrive any more, by the consumer's order. */
    abstract boolean hasShownLast();

    /** The same by this run's own transactions: heartbeats may come from a partition that is ahead. */
    boolean hasShownLastOfRun() {
        return hasShownLast();
    }

    /** The write side's measured part begins. */
    void writeWindowOpens() {
        matched = 0;
        untimed.clear();
    }

    /** Nothing more is coming. */
    abstract ConsumerFindings findings();

    /**
     * The findings of one consumer's ledger at its end.
     *
     * @param committed transactions that it should report; {@code null} if unknown
     * @param shown completely reported transactions; all of the measured part if {@code committed} is unknown
     * @param missing transactions not reported, or not completely
     * @param passed missing transactions before a reported one, if it keeps the log's order
     * @param torn missing transactions with a reported part
     * @param duplicated transactions reported more than once
     * @param outOfOrder transactions, or row changes, reported in another order than the log's
     * @param others reports about other clients' transactions
     * @param stray reports about transactions that were never committed
     * @param full whether memory was full, so that there is no verdict
     */
    public record ConsumerFindings(
            @Nullable Long committed,
            long shown,
            Incidents missing,
            long passed,
            Incidents torn,
            Incidents duplicated,
            Incidents outOfOrder,
            long others,
            Incidents stray,
            boolean full) {

        /** Findings of a consumer that has reported nothing. */
        static ConsumerFindings nothing(@Nullable Long committed, long missing) {
            Incidents none = Incidents.NONE;
            return new ConsumerFindings(committed, 0, Incidents.of(missing, null), 0, none, none, none, 0, none, false);
        }
    }
}
