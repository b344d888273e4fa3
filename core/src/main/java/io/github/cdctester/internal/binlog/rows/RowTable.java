// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A table as a TABLE_MAP event announced it. */
public final class RowTable {

    /** MySQL's and MariaDB's limit is 4,096; their longest definition then has some 13 KiB. */
    static final int MAX_COLUMNS = 4096;

    private final long id;
    private final String name;
    private final int schemaCharacters;
    private final int definitionBytes;
    private final @Nullable WordPattern definition;
    private final byte[] nullBits;
    private final int @Nullable [] steps;
    private final int columnCount;
    private final int jsonColumns;
    private @Nullable RowImage first;
    private @Nullable RowImage second;
    private final @Nullable RowsPattern[] patterns = new RowsPattern[RowEventType.ORDINARY];
    private int patternCount;

    /**
     * Creates a table.
     *
     * @param definition the event from the names to the bitmap of nullable columns
     * @param steps the {@link RowColumnType} steps, or {@code null} if a column's type is not known
     */
    RowTable(
            long id,
            String schema,
            String table,
            byte[] definition,
            int nullBitsAt,
            int columnCount,
            int jsonColumns,
            int @Nullable [] steps) {
        this.id = id;
        name = schema + '.' + table;
        schemaCharacters = schema.length();
        definitionBytes = definition.length;
        this.definition = pattern(definition);
        nullBits = Arrays.copyOfRange(definition, nullBitsAt, definition.length);
        this.columnCount = columnCount;
        this.jsonColumns = jsonColumns;
        this.steps = steps;
    }

    static RowTable unknown(long id) {
        return new RowTable(id, "", "", new byte[0], 0, 0, 0, null);
    }

    /** Returns true if an event announces this very table; compared are the bytes, as a server repeats them for each statement. */
    public boolean isAnnouncedBy(ByteBuffer buffer, int at, int count) {
        return definition != null && count >= definitionBytes && definition.isAt(buffer, at);
    }

    int definitionBytes() {
        return definitionBytes;
    }

    long id() {
        return id;
    }

    /** The schema and the table with a dot between. Each of the two may itself have dots. */
    public String name() {
        return name;
    }

    public String schema() {
        return name.substring(0, schemaCharacters);
    }

    /** Returns the name of the table without its schema. */
    public String table() {
        return name.substring(schemaCharacters + 1);
    }

    /** Returns true if the lengths of all its columns are known. */
    public boolean isKnown() {
        return steps != null;
    }

    public int columnCount() {
        return columnCount;
    }

    /** Bytes of a column's values; 0 if each has its own length before it. */
    public int fixedBytes(int column) {
        return RowColumnType.fixedBytes(step(column));
    }

    /** Bytes of the length before a column's values; 0 if all have the same length. */
    public int prefixBytes(int column) {
        return RowColumnType.prefixBytes(step(column));
    }

    int bitmapBytes() {
        return columnCount + 7 >> 3;
    }

    int jsonColumns() {
        return jsonColumns;
    }

    int step(int column) {
        int[] known = steps;
        if (known == null) {
            throw new IllegalStateException(name + " has a column of an unknown type");
        }
        return known[column];
    }

    public boolean isNullable(int column) {
        return (nullBits[column >> 3] >> (column & 7) & 1) != 0;
    }

    /** The way through its images: 0 for the first or only one of a row, 1 for the second one. */
    RowImage image(int index) {
        RowImage image = index == 0 ? first : second;
        if (image == null) {
            image = new RowImage(this);
            if (index == 0) {
                first = image;
            } else {
                second = image;
            }
        }
        return image;
    }

    /**
     * The pattern of the last events of a type.
     *
     * @param type an {@link RowEventType#isOrdinary() ordinary} one
     * @return {@code null} before {@link #begin}
     */
    @Nullable
    RowsPattern pattern(RowEventType type) {
        return patterns[type.ordinal()];
    }

    RowsPattern begin(RowEventType type) {
        RowsPattern pattern = new RowsPattern();
        patterns[type.ordinal()] = pattern;
        patternCount++;
        return pattern;
    }

    /** Approximate maximum memory in bytes. */
    long weight() {
        return 500 + 4L * definitionBytes + 24L * columnCount + RowsPattern.WEIGHT * patternCount;
    }

    /** None for a definition that is too short to be one: nothing is the same as that. */
    private static @Nullable WordPattern pattern(byte[] definition) {
        ByteBuffer bytes = ByteBuffer.wrap(definition).order(ByteOrder.LITTLE_ENDIAN);
        WordPattern.Builder all = new WordPattern.Builder(bytes, 0, definition.length, Integer.MAX_VALUE);
        all.add(0, definition.length);
        return all.build();
    }
}
