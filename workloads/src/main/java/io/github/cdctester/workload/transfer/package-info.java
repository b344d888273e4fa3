// SPDX-License-Identifier: Apache-2.0
/**
 * Transfers between accounts. The sum of the balances is the same after each transaction, and no account has the same state twice.
 * Therefore lost, torn, repeated or reordered changes are visible in the rows.
 */
@NullMarked
package io.github.cdctester.workload.transfer;

import org.jspecify.annotations.NullMarked;
