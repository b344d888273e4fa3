// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table in the log.
 *
 * @param type as in CREATE TABLE, such as {@code int unsigned}
 * @param word the first word of it
 * @param length the first number in it; 0 for none
 * @param digits the second one
 */
record LearnedColumn(String name, String type, boolean nullable, String word, int length, int digits) {

    private static final Pattern FORM = Pattern.compile("(\\w+)\\(?(\\d{0,9}),?(\\d{0,9}).*", Pattern.DOTALL);
    private static final Set<String> WHOLE = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");
    private static final Set<String> CHARACTERS =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext");
    private static final Set<String> BYTES =
            Set.of("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob");

    /**
     * Creates it by what information_schema says.
     *
     * @param collation empty for none
     */
    static LearnedColumn of(String name, String columnType, boolean nullable, String collation) {
        String type = columnType.toLowerCase(Locale.ROOT);
        String word = type.replaceFirst("\\W.*", "");
        boolean hasCollation = !collation.isEmpty() && CHARACTERS.contains(word);
        return parsed(
                name,
                switch (word) {
                    case "inet6" -> "binary(16)";
                    case "inet4" -> "binary(4)";
                    case "enum", "set" -> anonymous(columnType);
                    default ->
                        word.matches("geom\\w+|point|linestring|polygon|multi\\w+|vector")
                                ? "longblob"
                                : hasCollation ? type + " COLLATE " + collation : type;
                },
                nullable);
    }

    /** The values of an enumeration are data: they get other names. */
    private static String anonymous(String type) {
        int values = type.replace("''", "").replaceAll("[^']", "").length() / 2;
        return IntStream.rangeClosed(1, values)
                .mapToObj(i -> "'v" + i + "'")
                .collect(Collectors.joining(
                        ",", type.substring(0, type.indexOf('(') + 1).toLowerCase(Locale.ROOT), ")"));
    }

    /** Creates it by what the log says of it: how many bytes its values take. */
    static LearnedColumn of(RowTable table, int column) {
        int fixed = table.fixedBytes(column);
        String type = switch (fixed) {
            case 0 ->
                List.of("binary(0)", "tinytext", "text", "mediumtext", "longtext")
                        .get(table.prefixBytes(column));
            case 1 -> "tinyint";
            case 2 -> "smallint";
            case 3 -> "mediumint";
            case 4 -> "int";
            case 8 -> "bigint";
            default -> "binary(" + fixed + ")";
        };
        return parsed("c" + (column + 1), type, table.isNullable(column));
    }

    private static LearnedColumn parsed(String name, String type, boolean nullable) {
        Matcher form = FORM.matcher(type);
        int length = form.matches() ? Integer.parseInt("0" + form.group(2)) : 0;
        int digits = form.matches() ? Integer.parseInt("0" + form.group(3)) : 0;
        return new LearnedColumn(name, type, nullable, form.matches() ? form.group(1) : type, length, digits);
    }

    String definition() {
        return type + (nullable ? " NULL" : " NOT NULL");
    }

    boolean isWhole() {
        return WHOLE.contains(word);
    }

    boolean isUnsigned() {
        return type.contains("unsigned");
    }

    /** Whether a row's number, as text, can be a value of it. */
    boolean isText() {
        return word.endsWith("char") || word.endsWith("binary");
    }

    /** Whether so few values are possible that a drawn one may be there already. */
    boolean hasFewValues() {
        return Set.of("tinyint", "enum", "set", "year", "time").contains(word) || word.equals("bit") && length < 16;
    }

    /** Whether values of it differ in their sizes. */
    boolean isSized() {
        return CHARACTERS.contains(word) || BYTES.contains(word) || word.equals("json");
    }

    /** How a workload file draws any value of it; what its rows hold has no part in that, but how long it is. {@code null} for NULL. */
    @Nullable
    Object drawn(Sizes sizes) {
        if (isSized()) {
            return Map.of(
                    CHARACTERS.contains(word) ? "string" : BYTES.contains(word) ? "bytes" : "json", sizes.drawn());
        }
        String drawn = switch (word) {
            case "tinyint" -> "uniform 0..127";
            case "smallint" -> "uniform 1..32767";
            case "mediumint" -> "uniform 1..8388607";
            case "int" -> "uniform 1..2147483647";
            case "bigint" -> "uniform 1..999999999999999";
            case "decimal" ->
                "uniform " + decimals("0", "0") + ".." + decimals("9".repeat(Math.min(9, length - digits)), "9");
            case "float", "double" -> "uniform 0.01..9999.99";
            case "date" -> "date 2020-01-01..2029-12-31";
            case "datetime", "timestamp" -> "timestamp 2020-01-01..2029-12-31";
            case "time" -> "uniform 0..59";
            case "year" -> "uniform 1970..2069";
            case "enum" -> "uniform 1.." + type.split(",").length;
            case "set" -> "uniform 0.." + ones(type.split(",").length);
            case "bit" -> "uniform 0.." + ones(Math.max(1, length));
            default -> word.equals("uuid") ? "uuid random" : " ";
        };
        String[] parts = drawn.split(" ");
        return parts.length == 2 ? Map.of(parts[0], parts[1]) : null;
    }

    private static long ones(int bits) {
        return (1L << Math.min(30, bits)) - 1;
    }

    private String decimals(String whole, String digit) {
        return (whole.isEmpty() ? "0" : whole) + (digits > 0 ? "." + digit.repeat(Math.min(digits, 9)) : "");
    }
}
