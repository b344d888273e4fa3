// SPDX-License-Identifier: Apache-2.0
/** Counts the rows in rows events, with the table definitions from TABLE_MAP events. */
@NullMarked
package io.github.cdctester.internal.binlog.rows;

import org.jspecify.annotations.NullMarked;
