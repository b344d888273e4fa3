// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

/** The kinds of changes of a row. */
public enum RowKind {
    /** It was inserted. */
    INSERT,
    /** It was updated: one row for each pair of images, before and after. */
    UPDATE,
    /** It was deleted. */
    DELETE
}
