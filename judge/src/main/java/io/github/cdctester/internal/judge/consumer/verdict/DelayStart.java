// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.verdict;

/** The time at which the delay of a consumer's transaction starts. The names are the delay sources of the result. */
enum DelayStart {
    /** The commit time in the log. */
    COMMIT_TIMESTAMP,
    /** The acknowledgement of the commit to the load. */
    ACKNOWLEDGED,
    /** The time at which a played log contains the transaction. */
    PLAYED
}
