// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

/** The moments of a run at which its streams are checked for loss. */
public interface RunJudge {

    /** The measured part begins; no worker is on its way. */
    void windowOpens();

    /** Takes what workers and readers have handed over; every few milliseconds. */
    default void look() {}

    /** Returns true if a stream has reached its end position without every commit: some may arrive late. */
    boolean expectsStragglers();

    /** Compares after the readers have ended at the log's end, and all writers have ended. */
    void compareAfterRun();
}
