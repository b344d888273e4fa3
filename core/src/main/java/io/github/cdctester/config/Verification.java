// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** How a run finds out whether its stream lost, repeated or reordered anything (docs/verdict.md). */
public enum Verification {
    /** The strongest way that the endpoint and the driver allow; the verdict says which, and why. */
    AUTO,
    /** Not at all. */
    OFF,
    /** By counting: transactions that were acknowledged, against those that were seen. */
    COUNTS,
    /** By the GTID of each commit; a run that cannot is refused. */
    EXACT
}
