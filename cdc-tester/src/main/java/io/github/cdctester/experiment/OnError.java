// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

/** The reaction of an experiment to a failed step. */
public enum OnError {
    /** The experiment skips the remaining steps. */
    STOP,
    /** The experiment continues with the next step. */
    CONTINUE
}
