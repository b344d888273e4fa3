// SPDX-License-Identifier: Apache-2.0
/**
 * Transfers between accounts: the sum of the balances is the same after each transaction, and no account is ever twice in the
 * same state, so that a stream which tears, loses, repeats or reorders a change shows it in the rows themselves.
 */
@NullMarked
package io.github.cdctester.workload.transfer;

import org.jspecify.annotations.NullMarked;
