// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A stamped table of which a consumer's snapshot is judged.
 *
 * @param name without its schema's
 * @param logName {@code database.table}, as the log has it
 * @param key the columns of its primary key, in the key's order
 * @param stampColumn where the stamp is, from 0
 */
public record SnapshotTable(String name, String logName, List<KeyColumn> key, int stampColumn) {

    /** How a value of the key stands in the log. */
    public enum KeyType {
        SIGNED,
        UNSIGNED,
        TEXT
    }

    /**
     * A column of the key.
     *
     * @param index where it is in a row, from 0
     */
    public record KeyColumn(String name, int index, KeyType type) {}

    private static final int LONG_BYTES = 8;

    public SnapshotTable {
        key = List.copyOf(key);
    }

    /** Whether a row of the log has the key and the stamp where the server says. */
    boolean fits(RowTable table) {
        return stampColumn < table.columnCount()
                && table.fixedBytes(stampColumn) == LONG_BYTES
                && key.stream()
                        .allMatch(column -> column.index < table.columnCount()
                                && column.type == KeyType.TEXT == (table.prefixBytes(column.index) > 0));
    }

    /** Writes a row's key as consumers write it: its values, with commas between them. */
    void appendKey(RowCells cells, ByteBuffer buffer, StringBuilder to) {
        for (int i = 0; i < key.size(); i++) {
            if (i > 0) {
                to.append(',');
            }
            KeyColumn column = key.get(i);
            int at = cells.start(column.index);
            int length = cells.length(column.index);
            if (column.type == KeyType.TEXT) {
                byte[] text = new byte[length];
                buffer.get(at, text);
                to.append(new String(text, StandardCharsets.UTF_8));
            } else {
                long value = whole(buffer, at, length, column.type == KeyType.SIGNED);
                if (value < 0 && column.type == KeyType.UNSIGNED) {
                    to.append(Long.toUnsignedString(value));
                } else {
                    to.append(value);
                }
            }
        }
    }

    private static long whole(ByteBuffer buffer, int at, int length, boolean signed) {
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (buffer.get(at + i) & 0xFFL) << LONG_BYTES * i;
        }
        int unused = Long.SIZE - LONG_BYTES * length;
        return signed && unused > 0 ? value << unused >> unused : value;
    }
}
