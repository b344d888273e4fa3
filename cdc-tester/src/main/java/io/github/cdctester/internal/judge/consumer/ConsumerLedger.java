// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

/** Matches the reports of one consumer with commits and the log. Callers hold the judge's lock. */
interface ConsumerLedger extends LogReference.Watcher {

    /** Transactions that were committed and that it has not shown whole. */
    long behind();

    /** Whether it has shown the last transaction of this run that is known; only where it shows the log's order. */
    boolean hasShownLast();

    /** The index of the newest transaction in the log that it has shown; -1 for none. */
    int newest();

    /** The write side's measured part begins. */
    void writeWindowOpens();

    /** Nothing more is coming. */
    ConsumerFindings findings();
}
