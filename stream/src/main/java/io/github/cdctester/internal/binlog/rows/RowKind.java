// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

public enum RowKind {
    INSERT,
    /** Both images of an update, before and after, count as one row. */
    UPDATE,
    DELETE
}
