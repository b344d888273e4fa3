// SPDX-License-Identifier: Apache-2.0
/**
 * Transactions of a given size in the binlog: how many bytes a row takes there, whether the server allows it, and the
 * statements that make it.
 */
@NullMarked
package io.github.cdctester.workload.largetx;

import org.jspecify.annotations.NullMarked;
