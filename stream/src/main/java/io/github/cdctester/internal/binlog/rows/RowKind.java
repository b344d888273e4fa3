// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

/** Kind of row change. */
public enum RowKind {
    INSERT,
    /** An update; its two images, before and after, are counted as one row. */
    UPDATE,
    DELETE
}
