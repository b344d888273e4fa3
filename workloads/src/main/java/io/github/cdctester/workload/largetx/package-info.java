// SPDX-License-Identifier: Apache-2.0
/**
 * Transactions of a given size in the binlog: the size of a row in the log, the server's limits, and the statements of a
 * transaction.
 */
@NullMarked
package io.github.cdctester.workload.largetx;

import org.jspecify.annotations.NullMarked;
