// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import io.github.cdctester.internal.binlog.event.EventFramer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Parses a TABLE_MAP event: {@code id(6) flags(2) length database NUL length table NUL, columns, types, length, metadata, NULL
 * bits}. Ignores the optional metadata that follow.
 */
public final class RowTableParser {

    public static final int DEFINITION_OFFSET = EventFramer.HEADER_BYTES + 8;

    private final ByteBuffer buffer;
    private final int end;
    private int index;

    private RowTableParser(ByteBuffer buffer, int index, int end) {
        this.buffer = buffer;
        this.index = index;
        this.end = end;
    }

    /** Returns {@code null} if the definition is incomplete or invalid. */
    public static @Nullable RowTable parse(long id, ByteBuffer buffer, int from, int count) {
        return new RowTableParser(buffer, from, from + count).parse(id);
    }

    private @Nullable RowTable parse(long id) {
        int from = index;
        String database = readName();
        String table = readName();
        int columns = readPackedInteger();
        int typesAt = index;
        if (database == null || table == null || columns < 0 || columns > RowTable.MAX_COLUMNS || !skip(columns)) {
            return null;
        }
        int metadataBytes = readPackedInteger();
        int metadataAt = index;
        if (metadataBytes < 0 || !skip(metadataBytes)) {
            return null;
        }
        int nullBitsAt = index;
        if (!skip(columns + 7 >> 3)) {
            return null;
        }
        int jsonColumns = 0;
        for (int i = 0; i < columns; i++) {
            jsonColumns += (buffer.get(typesAt + i) & 0xFF) == RowColumnType.JSON ? 1 : 0;
        }
        byte[] definition = new byte[index - from];
        buffer.get(from, definition);
        int[] steps = steps(typesAt, columns, metadataAt, metadataBytes);
        return new RowTable(id, database, table, definition, nullBitsAt - from, columns, jsonColumns, steps);
    }

    private int @Nullable [] steps(int typesAt, int columns, int metadataAt, int metadataBytes) {
        int[] steps = new int[columns];
        int readBytes = 0;
        for (int i = 0; i < columns; i++) {
            int type = buffer.get(typesAt + i) & 0xFF;
            int typeMetadataBytes = RowColumnType.metadataBytes(type);
            if (typeMetadataBytes < 0 || readBytes + typeMetadataBytes > metadataBytes) {
                return null;
            }
            int firstMetadata = typeMetadataBytes > 0 ? buffer.get(metadataAt + readBytes) & 0xFF : 0;
            int secondMetadata = typeMetadataBytes > 1 ? buffer.get(metadataAt + readBytes + 1) & 0xFF : 0;
            steps[i] = RowColumnType.stepOf(type, firstMetadata, secondMetadata);
            if (steps[i] == RowColumnType.UNKNOWN) {
                return null;
            }
            readBytes += typeMetadataBytes;
        }
        // a remainder means that a type has more metadata than expected
        return readBytes == metadataBytes ? steps : null;
    }

    private @Nullable String readName() {
        if (index >= end) {
            return null;
        }
        int length = buffer.get(index) & 0xFF;
        int from = index + 1;
        if (!skip(length + 2)) {
            return null;
        }
        byte[] bytes = new byte[length];
        buffer.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Reads one byte, or 252 and two bytes; returns -1 for a longer or incomplete integer. */
    private int readPackedInteger() {
        int from = index;
        if (!skip(1)) {
            return -1;
        }
        int firstByte = buffer.get(from) & 0xFF;
        if (firstByte < 251) {
            return firstByte;
        }
        return firstByte == 252 && skip(2) ? buffer.getShort(from + 1) & 0xFFFF : -1;
    }

    private boolean skip(int count) {
        if (count > end - index) {
            index = end;
            return false;
        }
        index += count;
        return true;
    }
}
