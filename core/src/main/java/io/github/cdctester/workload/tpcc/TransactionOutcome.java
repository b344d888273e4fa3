// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

/** How a transaction is to be ended. */
enum TransactionOutcome {
    /** It has changed rows: commit. */
    WRITTEN,
    /** It has only read: commit, of which the binlog sees nothing. */
    READ,
    /** Its input was wrong on purpose: roll back. */
    ROLLED_BACK
}
