// SPDX-License-Identifier: Apache-2.0
/** sysbench's {@code oltp_*} scripts. The behaviour follows sysbench 1.0.20 and 1.1 ({@code src/lua/oltp_common.lua}). */
@NullMarked
package io.github.cdctester.workload.sysbench;

import org.jspecify.annotations.NullMarked;
