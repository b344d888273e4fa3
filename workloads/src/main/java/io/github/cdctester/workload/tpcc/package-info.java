// SPDX-License-Identifier: Apache-2.0
/** The TPC-C-like workload. Numbers such as 2.4.1 in comments are clauses of the TPC-C specification, revision 5.11. */
@NullMarked
package io.github.cdctester.workload.tpcc;

import org.jspecify.annotations.NullMarked;
