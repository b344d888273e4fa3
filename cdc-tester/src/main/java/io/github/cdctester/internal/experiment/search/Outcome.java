// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

/** What a trial says about its rate. */
public enum Outcome {
    /** It held. */
    HELD,
    /** It did not hold, which one trial can show by chance. */
    FAILED,
    /** It did not hold, and that was no chance: less got through than was started, all the time. */
    OVERLOADED,
    /** Nothing: it could not be made. */
    VOID
}
