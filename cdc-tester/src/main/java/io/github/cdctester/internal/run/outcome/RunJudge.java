// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

/** Checks the streams of a run for lost transactions. */
public interface RunJudge {

    /** Called while all workers are paused. */
    void windowOpens();

    /** Called about every 20 ms during the warm-up and the measured part. */
    default void processQueue() {}

    /** A stream may reach its end position before commits that arrive late. */
    boolean mayHaveLateTransactions();

    /**
     * Returns the transaction parts that have arrived in the measured part, minus their transactions; 0 unless streams divide a log.
     */
    default long surplusParts() {
        return 0;
    }

    /** Called after all readers and writers have ended. */
    void compareAfterRun();
}
