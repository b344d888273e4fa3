// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.internal.binlog.rows.RowTable;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column of a table in the log.
 *
 * @param type as in CREATE TABLE, such as {@code int unsigned}
 * @param word the first word of it
 * @param length the first number in it; 0 for none
 * @param digits the second one
 */
record LearnedColumn(String name, String type, boolean nullable, String word, int length, int digits) {

    private static final Pattern FORM = Pattern.compile("(\\w+)(?:\\((\\d+)(?:,(\\d+))?\\))?.*", Pattern.DOTALL);
    private static final Set<String> WHOLE = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");
    private static final Set<String> CHARACTERS =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext");
    private static final Set<String> BYTES =
            Set.of("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob");

    /** Digits of a DECIMAL by the bytes that it takes. */
    private static final int[] DECIMAL_DIGITS = {0, 2, 4, 6, 9};

    /**
     * Creates it by what information_schema says.
     *
     * @param collation empty for none
     */
    static LearnedColumn of(String name, String columnType, boolean nullable, String collation) {
        String type = columnType.toLowerCase(Locale.ROOT);
        String kept = type;
        if (type.startsWith("inet6")) {
            kept = "binary(16)";
        } else if (type.startsWith("inet4")) {
            kept = "binary(4)";
        } else if (type.startsWith("enum") || type.startsWith("set")) {
            kept = anonymous(columnType);
        } else if (!collation.isEmpty() && CHARACTERS.contains(type.replaceFirst("\\W.*", ""))) {
            kept = type + " COLLATE " + collation;
        } else if (type.matches("(geometry|point|linestring|polygon|multi\\w+|geom\\w+|vector)\\b.*")) {
            kept = "longblob";
        }
        return parsed(name, kept, nullable);
    }

    /** The values of an enumeration are data: they get other names. */
    private static String anonymous(String type) {
        int values = type.replace("''", "").replaceAll("[^']", "").length() / 2;
        StringBuilder text =
                new StringBuilder(type.substring(0, type.indexOf('(')).toLowerCase(Locale.ROOT));
        for (int i = 1; i <= values; i++) {
            text.append(i == 1 ? "(" : ",").append("'v").append(i).append('\'');
        }
        return text.append(')').toString();
    }

    /** Creates it by what the log says of it, which is less. */
    static LearnedColumn of(RowTable table, int column) {
        int fixed = table.fixedBytes(column);
        boolean isLong = table.prefixBytes(column) > 1;
        String type = switch (table.typeCode(column)) {
            case 1 -> "tinyint";
            case 2 -> "smallint";
            case 9 -> "mediumint";
            case 3 -> "int";
            case 8 -> "bigint";
            case 4 -> "float";
            case 5 -> "double";
            case 10, 14 -> "date";
            case 13 -> "year";
            case 7 -> "timestamp";
            case 17 -> "timestamp(" + (fixed - 4) * 2 + ")";
            case 12 -> "datetime";
            case 18 -> "datetime(" + (fixed - 5) * 2 + ")";
            case 11 -> "time";
            case 19 -> "time(" + (fixed - 3) * 2 + ")";
            case 16 -> "bit(" + 8 * fixed + ")";
            case 246 -> "decimal(" + (fixed / 4 * 9 + DECIMAL_DIGITS[fixed % 4]) + ",0)";
            case 245 -> "json";
            case 15, 253 -> isLong ? "varchar(1000)" : "varchar(255)";
            case 254 ->
                fixed > 0
                        ? (fixed == 1 ? "tinyint" : "smallint") + " unsigned"
                        : isLong ? "varchar(1000)" : "varchar(255)";
            case 247, 248 -> (fixed == 1 ? "tinyint" : fixed == 2 ? "smallint" : "bigint") + " unsigned";
            default -> "longblob";
        };
        return parsed("c" + (column + 1), type, table.isNullable(column));
    }

    private static LearnedColumn parsed(String name, String type, boolean nullable) {
        Matcher form = FORM.matcher(type);
        return form.matches()
                ? new LearnedColumn(name, type, nullable, form.group(1), number(form.group(2)), number(form.group(3)))
                : new LearnedColumn(name, type, nullable, type, 0, 0);
    }

    private static int number(String digits) {
        return digits == null || digits.length() > 9 ? 0 : Integer.parseInt(digits);
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
        return word.equals("tinyint")
                || word.equals("enum")
                || word.equals("set")
                || word.equals("year")
                || word.equals("time")
                || word.equals("bit") && length < 16;
    }

    /** How a workload file draws any value of it; what its rows hold has no part in that, but how long it is. */
    String value(Sizes sizes) {
        if (CHARACTERS.contains(word)) {
            return "{string: " + sizes.text(8) + "}";
        }
        if (BYTES.contains(word)) {
            return "{bytes: " + sizes.text(8) + "}";
        }
        return switch (word) {
            case "tinyint" -> "{uniform: 0..127}";
            case "smallint" -> "{uniform: 1..32767}";
            case "mediumint" -> "{uniform: 1..8388607}";
            case "int" -> "{uniform: 1..2147483647}";
            case "bigint" -> "{uniform: 1..999999999999999}";
            case "decimal" -> decimal();
            case "float", "double" -> "{uniform: 0.01..9999.99}";
            case "date" -> "{date: 2020-01-01..2029-12-31}";
            case "datetime", "timestamp" -> "{timestamp: 2020-01-01..2029-12-31}";
            case "time" -> "{uniform: 0..59}";
            case "year" -> "{uniform: 1970..2069}";
            case "enum" -> "{uniform: 1.." + (type.split(",").length) + "}";
            case "set" -> "{uniform: 0.." + ((1L << Math.min(30, type.split(",").length)) - 1) + "}";
            case "bit" -> "{uniform: 0.." + ((1L << Math.min(30, Math.max(1, length))) - 1) + "}";
            case "uuid" -> "{uuid: random}";
            case "json" -> "{json: " + sizes.text(8) + "}";
            default -> "null";
        };
    }

    private String decimal() {
        int whole = Math.min(9, length - digits);
        int behind = Math.min(digits, 9);
        return "{uniform: 0" + (behind > 0 ? "." + "0".repeat(behind) : "") + ".."
                + (whole > 0 ? "9".repeat(whole) : "0") + (behind > 0 ? "." + "9".repeat(behind) : "") + "}";
    }
}
