// SPDX-License-Identifier: Apache-2.0
/** GTID sets of MySQL and the GTID state of MariaDB, from and to text and binary formats. */
@NullMarked
package io.github.cdctester.internal.binlog.gtid;

import org.jspecify.annotations.NullMarked;
