// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

/** The reaction of an experiment to a failed step. */
public enum OnError {
    /** The steps that follow are skipped. */
    STOP,
    /** The next step follows. */
    CONTINUE
}
