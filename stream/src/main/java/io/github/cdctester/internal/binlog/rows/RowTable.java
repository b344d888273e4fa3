// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A table from a TABLE_MAP event. */
public final class RowTable {

    /** MySQL's and MariaDB's limit. The longest definition then has about 13 KiB. */
    static final int MAX_COLUMNS = 4096;

    private final long id;
    private final String name;
    private final int schemaCharacters;
    private final int definitionBytes;
    private final @Nullable WordPattern definition;
    private final byte[] nullBits;
    private final int @Nullable [] steps;
    private final int columnCount;
    private final int jsonColumnCount;
    private final @Nullable RowImage[] images = new RowImage[2];
    private final @Nullable RowsPattern[] patterns = new RowsPattern[RowEventType.ORDINARY_COUNT];
    private int patternCount;

    /**
     * @param definition the bytes of the event from the names to the bitmap of nullable columns
     * @param steps {@link RowColumnType} steps, or {@code null} if a column's type is not known
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
        this.jsonColumnCount = jsonColumns;
        this.steps = steps;
    }

    static RowTable unknown(long id) {
        return new RowTable(id, "", "", new byte[0], 0, 0, 0, null);
    }

    /** Compares bytes with a TABLE_MAP event, because a server repeats the event for each statement. */
    public boolean isAnnouncedBy(ByteBuffer buffer, int index, int count) {
        return definition != null && count >= definitionBytes && definition.isAt(buffer, index);
    }

    int definitionBytes() {
        return definitionBytes;
    }

    long id() {
        return id;
    }

    /** Returns schema and table, separated by a dot; both may contain dots. */
    public String name() {
        return name;
    }

    public String schema() {
        return name.substring(0, schemaCharacters);
    }

    public String table() {
        return name.substring(schemaCharacters + 1);
    }

    /** Returns true if the types of all columns are known. */
    public boolean isKnown() {
        return steps != null;
    }

    public int columnCount() {
        return columnCount;
    }

    /** Returns the length in bytes; 0 if each value has a length prefix. */
    public int fixedBytes(int column) {
        return RowColumnType.fixedBytes(step(column));
    }

    /** Returns the size in bytes; 0 for fixed lengths. */
    public int prefixBytes(int column) {
        return RowColumnType.prefixBytes(step(column));
    }

    int bitmapBytes() {
        return columnCount + 7 >> 3;
    }

    int jsonColumnCount() {
        return jsonColumnCount;
    }

    int step(int column) {
        int[] knownSteps = steps;
        if (knownSteps == null) {
            throw new IllegalStateException(name + " has a column of an unknown type");
        }
        return knownSteps[column];
    }

    public boolean isNullable(int column) {
        return (nullBits[column >> 3] >> (column & 7) & 1) != 0;
    }

    /** Index 0 is the first or only image of a row, 1 the second. */
    RowImage image(int index) {
        RowImage image = images[index];
        if (image == null) {
            image = new RowImage(this);
            images[index] = image;
        }
        return image;
    }

    /** Lays out the image for the columns in a rows event. */
    RowImage image(int index, ByteBuffer buffer, RowEventHead head) {
        RowImage image = image(index);
        image.prepare(buffer, head.bitmapIndex(index));
        return image;
    }

    /** Requires an {@link RowEventType#isOrdinary() ordinary} type. Returns {@code null} before {@link #addPattern}. */
    @Nullable
    RowsPattern pattern(RowEventType type) {
        return patterns[type.ordinal()];
    }

    RowsPattern addPattern(RowEventType type) {
        RowsPattern pattern = new RowsPattern();
        patterns[type.ordinal()] = pattern;
        patternCount++;
        return pattern;
    }

    /** Returns the approximate maximum memory in bytes. */
    long weight() {
        return 500 + 4L * definitionBytes + 24L * columnCount + RowsPattern.WEIGHT * patternCount;
    }

    /** Returns {@code null} if the definition is too short; then no event matches. */
    private static @Nullable WordPattern pattern(byte[] definition) {
        ByteBuffer bytes = ByteBuffer.wrap(definition).order(ByteOrder.LITTLE_ENDIAN);
        WordPattern.Builder builder = new WordPattern.Builder(bytes, 0, definition.length, Integer.MAX_VALUE);
        builder.add(0, definition.length);
        return builder.build();
    }
}
