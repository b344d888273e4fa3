// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.experiment;

/** What a sweep does when a step has failed. */
public enum OnError {
    /** The steps that follow are skipped. */
    STOP,
    /** It goes on with the next one. */
    CONTINUE
}
