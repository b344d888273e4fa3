// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowCells;
import io.github.cdctester.internal.binlog.rows.RowTable;
import io.github.cdctester.internal.bound.Budget;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A column of a table in the log, with the lengths of its values and the range of a whole-number key. */
final class LearnedColumn {

    private static final Pattern TYPE_FORMAT = Pattern.compile("(\\w+)\\(?(\\d{0,9}),?(\\d{0,9}).*", Pattern.DOTALL);
    private static final Pattern COMMENT = Pattern.compile("\\s*/\\*.*?\\*/"); // MariaDB adds comments to types
    private static final Pattern TYPE = Pattern.compile(
            "(?:(?:tiny|small|medium|big)?int|decimal|float|double|bit|year|date"
                    + "|time|datetime|timestamp|(?:var)?char|(?:var)?binary|(?:tiny|medium|long)?(?:text|blob)|json|uuid|inet[46]|geom\\w+"
                    + "|point|linestring|polygon|multi\\w+|vector)(?:\\(\\d{1,9}(?:,\\d{1,9})?\\))?(?: unsigned)?(?: zerofill)?");
    private static final Pattern ENUM_OR_SET = Pattern.compile("(?s)(?:enum|set)\\('.*'\\)");
    private static final Pattern COLLATION = Pattern.compile("\\w{1,64}");
    private static final int MAX_LISTED_VALUES = 65_535;
    private static final Set<String> WHOLE_NUMBER_TYPES = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");
    private static final Set<String> CHARACTER_TYPES =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext");
    private static final Set<String> BYTE_TYPES =
            Set.of("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob");

    private final String name;
    private final String type;
    private final boolean isNullable;
    private final String typeWord;
    private final int length;
    private final int scale;
    private final boolean hasSizes;
    private final Map<Image, Sizes> sizes = new EnumMap<>(Image.class);
    private final LongSummaryStatistics numbers = new LongSummaryStatistics();

    enum Image {
        /** Values of rows before an update or a delete. */
        EXISTING,
        INSERTED,
        /** Values that updates write. */
        WRITTEN
    }

    private LearnedColumn(String name, String type, boolean isNullable) {
        Matcher form = TYPE_FORMAT.matcher(type);
        boolean isRecognized = form.matches();
        this.name = name;
        this.type = type;
        this.isNullable = isNullable;
        typeWord = isRecognized ? form.group(1) : type;
        length = isRecognized ? Integer.parseInt("0" + form.group(2)) : 0;
        scale = isRecognized ? Integer.parseInt("0" + form.group(3)) : 0;
        hasSizes = CHARACTER_TYPES.contains(typeWord) || BYTE_TYPES.contains(typeWord) || typeWord.equals("json");
    }

    /**
     * If the information_schema type is unknown, uses a type with the size in the log. {@code collation} is empty except for
     * character columns.
     */
    static LearnedColumn of(
            String name, String columnType, boolean isNullable, String collation, RowTable table, int column) {
        String type = COMMENT.matcher(columnType.toLowerCase(Locale.ROOT)).replaceAll("");
        String typeWord = type.replaceFirst("(?s)\\W.*", "");
        if (!TYPE.matcher(type).matches() && !ENUM_OR_SET.matcher(type).matches()) {
            return new LearnedColumn(name, typeOf(table, column), isNullable);
        }
        boolean hasCollation = COLLATION.matcher(collation).matches() && CHARACTER_TYPES.contains(typeWord);
        return new LearnedColumn(
                name,
                switch (typeWord) {
                    case "inet6" -> "binary(16)";
                    case "inet4" -> "binary(4)";
                    case "enum", "set" -> anonymousValues(columnType, typeWord);
                    default ->
                        typeWord.matches("geom\\w+|point|linestring|polygon|multi\\w+|vector")
                                ? "longblob"
                                : hasCollation ? type + " COLLATE " + collation : type;
                },
                isNullable);
    }

    /** Generates value names, because the original names are data. */
    private static String anonymousValues(String type, String typeWord) {
        return IntStream.rangeClosed(1, Math.min(MAX_LISTED_VALUES, type.split("'(?:[^']++|'')*+'").length - 1))
                .mapToObj(i -> "'v" + i + "'")
                .collect(Collectors.joining(",", typeWord + "(", ")"));
    }

    static LearnedColumn of(RowTable table, int column) {
        return new LearnedColumn("c" + (column + 1), typeOf(table, column), table.isNullable(column));
    }

    private static String typeOf(RowTable table, int column) {
        int fixedBytes = table.fixedBytes(column);
        return switch (fixedBytes) {
            case 0 ->
                List.of("binary(0)", "tinytext", "text", "mediumtext", "longtext")
                        .get(table.prefixBytes(column));
            case 1 -> "tinyint";
            case 2 -> "smallint";
            case 3 -> "mediumint";
            case 4 -> "int";
            case 8 -> "bigint";
            default -> "binary(" + fixedBytes + ")";
        };
    }

    String name() {
        return name;
    }

    String definition() {
        return type + (isNullable ? " NULL" : " NOT NULL");
    }

    boolean isNullable() {
        return isNullable;
    }

    boolean isWholeNumber() {
        return WHOLE_NUMBER_TYPES.contains(typeWord);
    }

    /** Returns true if the column can store a row number as text. */
    boolean isText() {
        return typeWord.endsWith("char") || typeWord.endsWith("binary");
    }

    /** Returns true if a drawn value often equals the current value. */
    boolean hasFewValues() {
        return Set.of("tinyint", "enum", "set", "year", "time").contains(typeWord)
                || typeWord.equals("bit") && length < 16;
    }

    /** Ignores columns without variable size that cannot be NULL. */
    void addSize(Image image, RowCells cells, int column, Budget budget) {
        if (hasSizes || isNullable) {
            sizes.computeIfAbsent(image, key -> new Sizes(budget))
                    .add(cells.isNull(column) ? Sizes.NONE : Math.min(capacity(), cells.length(column)));
        }
    }

    /** Workload files use one-byte characters. The log may contain longer values, written before the column was changed. */
    private int capacity() {
        return typeWord.startsWith("tiny")
                ? 255
                : length > 0 ? length : typeWord.matches("text|blob") ? 65_535 : 1_000_000;
    }

    void addNumber(RowCells cells, int column, ByteBuffer buffer) {
        if (!isWholeNumber() || cells.isNull(column)) {
            return;
        }
        int bytes = Math.min(cells.length(column), Long.BYTES);
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number |= (buffer.get(cells.start(column) + i) & 0xFFL) << 8 * i;
        }
        int unusedBits = Long.SIZE - 8 * bytes;
        numbers.accept(
                type.contains("unsigned") || unusedBits == Long.SIZE ? number : number << unusedBits >> unusedBits);
    }

    boolean isNumbered() {
        return numbers.getCount() > 0;
    }

    /** Returns {@link Long#MAX_VALUE} also for all larger numbers. */
    long span() {
        long distance = numbers.getMax() - numbers.getMin(); // negative after an overflow, as for hashes
        return distance < 0 || distance == Long.MAX_VALUE ? Long.MAX_VALUE : distance + 1;
    }

    /** Existing rows without sizes use the sizes of inserted rows, and vice versa. */
    private Sizes sizes(Image image) {
        Image alternative = image == Image.EXISTING ? Image.INSERTED : Image.EXISTING;
        Sizes none = new Sizes(new Budget(0));
        return sizes.getOrDefault(image, image == Image.WRITTEN ? none : sizes.getOrDefault(alternative, none));
    }

    /** Uses existing rows or, if there are none, inserted rows. */
    long maxLength() {
        return sizes(Image.EXISTING).max();
    }

    Object constant() {
        boolean isTime = Set.of("date", "datetime", "timestamp").contains(typeWord);
        return isText() ? "k" : isTime ? "2026-01-01" : (Object) 1;
    }

    /** Uses only the type and the lengths; {@code null} for NULL. */
    @Nullable
    Object valueExpression(Image image) {
        Sizes imageSizes = sizes(image);
        if (isNullable && imageSizes.isMostlyNone()) {
            return null;
        }
        if (hasSizes) {
            return Map.of(
                    CHARACTER_TYPES.contains(typeWord) ? "string" : BYTE_TYPES.contains(typeWord) ? "bytes" : "json",
                    imageSizes.drawExpression());
        }
        String expression = switch (typeWord) {
            case "tinyint" -> "uniform 0..127";
            case "smallint" -> "uniform 1..32767";
            case "mediumint" -> "uniform 1..8388607";
            case "int" -> "uniform 1..2147483647";
            case "bigint" -> "uniform 1..999999999999999";
            case "decimal", "float", "double" ->
                length == 0
                        ? "uniform 0.01..9999.99"
                        : "uniform " + decimals("0", "0") + ".."
                                + decimals("9".repeat(Math.max(0, Math.min(9, length - scale))), "9");
            case "date" -> "date 2020-01-01..2029-12-31";
            case "datetime", "timestamp" -> "timestamp 2020-01-01..2029-12-31";
            case "time" -> "uniform 0..59";
            case "year" -> "uniform 1970..2069";
            case "enum" -> "uniform 1.." + type.split(",").length;
            case "set" -> "uniform 0.." + maskOf(type.split(",").length);
            case "bit" -> "uniform 0.." + maskOf(Math.max(1, length));
            default -> typeWord.equals("uuid") ? "uuid random" : " ";
        };
        String[] words = expression.split(" ");
        return words.length == 2 ? Map.of(words[0], words[1]) : null;
    }

    private static long maskOf(int bits) {
        return (1L << Math.min(30, bits)) - 1;
    }

    private String decimals(String whole, String digit) {
        return (whole.isEmpty() ? "0" : whole) + (scale > 0 ? "." + digit.repeat(Math.min(scale, 9)) : "");
    }
}
