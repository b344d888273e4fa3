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

    /** Called after all readers and writers have ended. */
    void compareAfterRun();
}
