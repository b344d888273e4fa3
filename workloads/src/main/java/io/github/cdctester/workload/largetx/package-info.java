// SPDX-License-Identifier: Apache-2.0
/** Transactions of a given size in the binlog. */
@NullMarked
package io.github.cdctester.workload.largetx;

import org.jspecify.annotations.NullMarked;
