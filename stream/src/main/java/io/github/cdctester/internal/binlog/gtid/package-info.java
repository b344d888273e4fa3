// SPDX-License-Identifier: Apache-2.0
/**
 * GTID sets of MySQL, with or without tags, and the GTID state of MariaDB. Reads them from text and events, and writes
 * them as text and in the dump command's format.
 */
@NullMarked
package io.github.cdctester.internal.binlog.gtid;

import org.jspecify.annotations.NullMarked;
