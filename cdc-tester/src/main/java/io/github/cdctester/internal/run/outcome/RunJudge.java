// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

/** Checks the streams of a run for lost transactions. */
public interface RunJudge {

    /** Prepares the judge for the measured part. All workers are paused. */
    void windowOpens();

    /** Processes queued data of workers and readers. Called about every 20 ms during the warm-up and the measured part. */
    default void processQueue() {}

    /** Returns true if a stream has reached its end position, but commits are missing that may arrive late. */
    boolean mayHaveLateTransactions();

    /** Compares rows. Called after the readers have ended at the log's end, and all writers have ended. */
    void compareAfterRun();
}
