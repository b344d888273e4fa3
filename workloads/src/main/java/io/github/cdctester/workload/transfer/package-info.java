// SPDX-License-Identifier: Apache-2.0
/**
 * Transfers between accounts: the sum of the balances is the same after each transaction, and no account is ever twice in the same
 * state. So a torn, lost, repeated or reordered change is visible in the rows.
 */
@NullMarked
package io.github.cdctester.workload.transfer;

import org.jspecify.annotations.NullMarked;
