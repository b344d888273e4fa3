// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.List;

/** A workload whose transactions belong to steps that have numbers and names. */
public interface SteppedWorkload extends SharedWorkload {

    /** What steps it has made, and which transactions were theirs. */
    StepJournal steps();

    /** The kinds of steps that were wanted and that the server cannot make; once it was asked. */
    List<String> leftOut();
}
