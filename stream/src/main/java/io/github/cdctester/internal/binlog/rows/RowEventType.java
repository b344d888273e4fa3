// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventKind;
import org.jspecify.annotations.Nullable;

enum RowEventType {
    WRITE_V1(RowKind.INSERT, false, false),
    UPDATE_V1(RowKind.UPDATE, false, false),
    DELETE_V1(RowKind.DELETE, false, false),
    WRITE_V2(RowKind.INSERT, true, false),
    UPDATE_V2(RowKind.UPDATE, true, false),
    DELETE_V2(RowKind.DELETE, true, false),
    PARTIAL_UPDATE(RowKind.UPDATE, true, false),
    WRITE_COMPRESSED_V1(RowKind.INSERT, false, true),
    UPDATE_COMPRESSED_V1(RowKind.UPDATE, false, true),
    DELETE_COMPRESSED_V1(RowKind.DELETE, false, true),
    WRITE_COMPRESSED_V2(RowKind.INSERT, true, true),
    UPDATE_COMPRESSED_V2(RowKind.UPDATE, true, true),
    DELETE_COMPRESSED_V2(RowKind.DELETE, true, true);

    /** {@link #isOrdinary() Ordinary} types are the first constants. */
    static final int ORDINARY_COUNT = PARTIAL_UPDATE.ordinal();

    private static final int FIRST_MARIADB_COMPRESSED = 166;

    private static final @Nullable RowEventType[] BY_CODE = new RowEventType[EventKind.TYPE_COUNT];

    static {
        RowEventType[] types = values();
        for (int i = 0; i < 3; i++) {
            BY_CODE[EventKind.WRITE_ROWS_V1 + i] = types[i];
            BY_CODE[EventKind.UPDATE_ROWS - 1 + i] = types[WRITE_V2.ordinal() + i];
        }
        BY_CODE[EventKind.PARTIAL_UPDATE_ROWS] = PARTIAL_UPDATE;
        for (int i = 0; i < 6; i++) {
            BY_CODE[FIRST_MARIADB_COMPRESSED + i] = types[WRITE_COMPRESSED_V1.ordinal() + i];
        }
    }

    private final RowKind kind;
    private final boolean hasExtra;
    private final boolean isCompressed;

    RowEventType(RowKind kind, boolean hasExtra, boolean isCompressed) {
        this.kind = kind;
        this.hasExtra = hasExtra;
        this.isCompressed = isCompressed;
    }

    /** Returns {@code null} if the code is not a rows event. */
    static @Nullable RowEventType of(int code) {
        return BY_CODE[code];
    }

    RowKind kind() {
        return kind;
    }

    /** Returns true if each row has two images, before and after the update. */
    boolean isUpdate() {
        return kind == RowKind.UPDATE;
    }

    /** Returns true for version 2, which has extra bytes after the flags. */
    boolean hasExtra() {
        return hasExtra;
    }

    boolean isCompressed() {
        return isCompressed;
    }

    /** Returns true if the event is neither compressed nor partial. */
    boolean isOrdinary() {
        return !isCompressed && this != PARTIAL_UPDATE;
    }
}
