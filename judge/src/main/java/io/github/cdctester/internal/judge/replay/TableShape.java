// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowTable;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table, and the stored form of its rows: a NULL bitmap, then the values. Types of fixed length have the log's
 * format; a text has a length, and a long text is replaced by a hash. Not thread-safe.
 */
public final class TableShape {

    record Column(String name, ColumnFormat format, boolean isNullable) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Row(byte[] key, byte[] row) {}

    private static final String STAMP_COLUMN = "cdc_seq";
    private static final int MAX_NAMED_COLUMNS = 4;

    private final String name;
    private final List<Column> columns;
    private final int[] keyColumns;
    private final int hiddenColumns;
    private final int stampColumn;
    private final RowBytes row = new RowBytes();
    private final RowBytes key = new RowBytes();
    private byte[] textBuffer = new byte[256];
    private @Nullable RowTable lastMatching;

    /**
     * @param name {@code database.table}, spelled as in the stream
     * @param keyColumns empty if there is no primary key
     * @param hiddenColumns number of additional columns in the log that SQL does not return
     */
    TableShape(String name, List<Column> columns, int[] keyColumns, int hiddenColumns) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.keyColumns = keyColumns.clone();
        this.hiddenColumns = hiddenColumns;
        stampColumn = columns.stream().map(Column::name).toList().indexOf(STAMP_COLUMN);
    }

    /** Compares only the key and the stamp. {@code null} if the table has no stamp column. */
    public @Nullable TableShape withStampOnly() {
        if (stampColumn < 0) {
            return null;
        }
        List<Column> newColumns = new ArrayList<>(columns);
        newColumns.replaceAll(column -> new Column(column.name(), ColumnFormat.OTHER, column.isNullable()));
        newColumns.set(stampColumn, columns.get(stampColumn));
        for (int column : keyColumns) {
            newColumns.set(column, columns.get(column));
        }
        return new TableShape(name, newColumns, keyColumns, hiddenColumns);
    }

    public String name() {
        return name;
    }

    public String shortName() {
        return name.substring(name.lastIndexOf('.') + 1); // a table name with a dot is not supported
    }

    public boolean hasKey() {
        return keyColumns.length > 0;
    }

    List<Column> columns() {
        return columns;
    }

    int column(String columnName) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(columnName)) {
                return i;
            }
        }
        throw new IllegalStateException(name + " has no column " + columnName);
    }

    boolean matches(RowTable table) {
        if (table == lastMatching) {
            return true;
        }
        int additionalColumns = table.columnCount() - columns.size();
        if (additionalColumns != 0 && additionalColumns != hiddenColumns) {
            return false;
        }
        for (int i = 0; i < columns.size(); i++) {
            ColumnFormat format = columns.get(i).format();
            boolean hasSameLength = format.isText()
                    ? table.fixedBytes(i) == 0 && table.prefixBytes(i) == format.bytes()
                    : table.prefixBytes(i) == 0 && table.fixedBytes(i) == format.fixedBytes();
            if (format.isCompared() && !hasSameLength) {
                return false;
            }
        }
        lastMatching = table;
        return true;
    }

    /** NULL takes no bytes, so nullable columns count only in the bitmap. */
    int minBytes() {
        int bytes = columns.size() + 7 >> 3;
        for (Column column : columns) {
            if (!column.isNullable()) {
                bytes += column.format().isText() ? 1 : column.format().fixedBytes();
            }
        }
        return bytes;
    }

    /** Reads all compared columns, in table order. */
    String select(String table) {
        List<String> expressions = new ArrayList<>();
        for (Column column : columns) {
            if (column.format().isCompared()) {
                expressions.add(column.format().expression(column.name()));
            }
        }
        return "SELECT " + String.join(", ", expressions) + " FROM " + table;
    }

    Row rowFromLog(RowCells cells, ByteBuffer buffer) {
        beginRow();
        for (int i = 0; i < columns.size(); i++) {
            ColumnFormat format = columns.get(i).format();
            if (cells.isNull(i) || !format.isCompared()) {
                setNull(i);
            } else {
                add(format, cells, i, buffer, false, row);
            }
        }
        if (!hasKey()) {
            return rowWithoutKey();
        }
        key.clear();
        for (int column : keyColumns) {
            add(columns.get(column).format(), cells, column, buffer, true, key);
        }
        return new Row(key.toArray(), row.toArray());
    }

    private void add(ColumnFormat format, RowCells cells, int column, ByteBuffer buffer, boolean raw, RowBytes target) {
        int length = cells.length(column);
        if (!format.isText()) {
            target.add(buffer, cells.start(column), length);
            return;
        }
        if (length > textBuffer.length) {
            textBuffer = new byte[Math.max(length, 2 * textBuffer.length)];
        }
        buffer.get(cells.start(column), textBuffer, 0, length);
        ColumnFormat.addText(textBuffer, length, raw, target);
    }

    Row rowFromSql(ResultSet result) throws SQLException {
        beginRow();
        int label = 1;
        for (int i = 0; i < columns.size(); i++) {
            ColumnFormat format = columns.get(i).format();
            if (!format.isCompared() || !format.add(result, label++, false, row)) {
                setNull(i);
            }
        }
        if (!hasKey()) {
            return rowWithoutKey();
        }
        key.clear();
        for (int column : keyColumns) {
            columns.get(column).format().add(result, resultColumnOf(column), true, key);
        }
        return new Row(key.toArray(), row.toArray());
    }

    private int resultColumnOf(int column) {
        int label = 1;
        for (int i = 0; i < column; i++) {
            label += columns.get(i).format().isCompared() ? 1 : 0;
        }
        return label;
    }

    /** The key contains all bytes of the row. */
    private Row rowWithoutKey() {
        byte[] bytes = row.toArray();
        return new Row(bytes, bytes);
    }

    private void beginRow() {
        row.clear();
        for (int i = 0; i < columns.size() + 7 >> 3; i++) {
            row.add(0);
        }
    }

    private void setNull(int column) {
        row.set(column >> 3, row.get(column >> 3) | 1 << (column & 7));
    }

    /** Returns 12.34 as 1234, and NULL as 0. */
    long number(byte[] stored, int column) {
        int offset = offsetOf(stored, column);
        return offset < 0 ? 0 : columns.get(column).format().number(stored, offset);
    }

    /** Returns -1 for NULL. */
    private int offsetOf(byte[] stored, int column) {
        int offset = columns.size() + 7 >> 3;
        for (int i = 0; i < column; i++) {
            offset += hasNull(stored, i) ? 0 : columns.get(i).format().storedBytes(stored, offset, false);
        }
        return hasNull(stored, column) ? -1 : offset;
    }

    private static boolean hasNull(byte[] stored, int column) {
        return (stored[column >> 3] >> (column & 7) & 1) != 0;
    }

    /** Returns 0 for NULL. */
    public long stamp(Row tableRow) {
        return number(tableRow.row, stampColumn);
    }

    /** The format of consumers' reports; empty without a key. */
    public String keyText(Row tableRow) {
        List<String> values = new ArrayList<>();
        int offset = 0;
        for (int column : keyColumns) {
            ColumnFormat format = columns.get(column).format();
            values.add(format.text(tableRow.key, offset));
            offset += format.storedBytes(tableRow.key, offset, true);
        }
        return keyText(values);
    }

    /** Separates values by commas. Different values have different texts. */
    public static String keyText(List<String> values) {
        if (values.size() == 1) {
            return values.get(0);
        }
        List<String> escaped = new ArrayList<>(values); // no stream, because it runs for each row
        escaped.replaceAll(value -> value.contains(",") || value.endsWith("\\")
                ? value.replace("\\", "\\\\").replace(",", "\\,")
                : value);
        return String.join(",", escaped);
    }

    /** Returns the key, such as {@code id 17}; without a key, the first four columns. */
    String describeKey(byte[] rowKey) {
        List<String> texts = new ArrayList<>();
        if (hasKey()) {
            int offset = 0;
            for (int column : keyColumns) {
                Column keyColumn = columns.get(column);
                texts.add(keyColumn.name() + " " + keyColumn.format().describe(rowKey, offset, true));
                offset += keyColumn.format().storedBytes(rowKey, offset, true);
            }
        } else {
            for (int i = 0; i < columns.size() && texts.size() < MAX_NAMED_COLUMNS; i++) {
                texts.add(columns.get(i).name() + " " + describeValue(rowKey, i));
            }
        }
        return String.join(", ", texts);
    }

    /** Returns a text such as {@code expected balance 100, found 90}. */
    String difference(byte @Nullable [] expected, byte @Nullable [] found) {
        if (expected == null || found == null) {
            return expected == null
                    ? found == null ? "nothing differs" : "expected no such row, found one"
                    : "expected the row, found none";
        }
        for (int i = 0; i < columns.size(); i++) {
            String expectedValue = describeValue(expected, i);
            String foundValue = describeValue(found, i);
            if (!expectedValue.equals(foundValue)) {
                return "expected " + columns.get(i).name() + " " + expectedValue + ", found " + foundValue;
            }
        }
        return "nothing differs";
    }

    private String describeValue(byte[] stored, int column) {
        int offset = offsetOf(stored, column);
        return offset < 0 ? "null" : columns.get(column).format().describe(stored, offset, false);
    }
}
