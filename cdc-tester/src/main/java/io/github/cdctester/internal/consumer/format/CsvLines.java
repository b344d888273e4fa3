// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.consumer.format.Change.Kind;
import io.github.cdctester.internal.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Values with commas between them, quoted as RFC 4180 has it: {@code table,key,sequence}, or in the order that a first line
 * with the names of the columns says. A name is {@code table}, {@code key}, {@code sequence} (or {@code cdc_seq}), or one of
 * those that were given for the key; or {@code gtid} alone; or {@code file} and {@code position}. What has another name is passed
 * over. A value does not go on in the next line.
 */
final class CsvLines implements LineForm {

    private static final String GTID = "gtid";
    private static final String FILE = "file";
    private static final String POSITION = "position";

    private final RowShape shape;
    private final GtidLines names = new GtidLines();
    private List<String> columns;
    private boolean begun;

    CsvLines(RowShape shape) {
        this.shape = shape;
        columns = shape.columns().isEmpty() ? List.of("table", "key", "sequence") : lower(shape.columns());
    }

    /** Whether a line may well be a row of three, or a header: a log line has commas too. */
    static boolean looksLike(String line) {
        Optional<List<String>> values = split(line);
        return values.filter(row -> row.size() == 3 && number(row.get(2)) >= 0 || isHeader(row))
                .isPresent();
    }

    private static boolean isHeader(List<String> row) {
        List<String> names = lower(row);
        return names.equals(List.of(GTID))
                || names.contains(FILE) && names.contains(POSITION)
                || names.contains("table") && (names.contains("sequence") || names.contains(RowShape.SEQUENCE))
                || names.contains(GTID) && names.stream().allMatch(name -> name.matches("[a-z_]+"));
    }

    private static List<String> lower(List<String> row) {
        return row.stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
    }

    @Override
    public Reading read(String key, String line) {
        Optional<List<String>> split = split(line);
        if (split.isEmpty()) {
            return Reading.fault("a quote is not closed");
        }
        List<String> row = split.get();
        boolean first = !begun;
        begun = true;
        if (first && isHeader(row)) {
            columns = lower(row);
            return Reading.NOTHING;
        }
        if (row.size() != columns.size()) {
            return Reading.fault(row.size() + " values instead of " + columns.size());
        }
        String gtid = value(GTID, row);
        if (!gtid.isEmpty()) {
            return names.read("", gtid);
        }
        String file = value(FILE, row);
        if (!file.isEmpty()) {
            return number(value(POSITION, row)) < 0
                    ? Reading.fault("no position")
                    : Reading.of(Change.place(file, number(value(POSITION, row))));
        }
        return change(row);
    }

    private Reading change(List<String> row) {
        String named = value(
                shape.tableColumn().isEmpty() ? "table" : shape.tableColumn().toLowerCase(Locale.ROOT), row);
        String table = named.isEmpty() ? shape.table() : named;
        String sequence = value("sequence", row).isEmpty() ? value(RowShape.SEQUENCE, row) : value("sequence", row);
        if (table.isEmpty()) {
            return Reading.fault("no table is named in the line, and none was given");
        }
        return number(sequence) < 0
                ? Reading.fault("no whole number as its sequence")
                : Reading.of(Change.row(Kind.WRITTEN, table, key(row), number(sequence)));
    }

    private String key(List<String> row) {
        List<String> parts = new ArrayList<>();
        for (String name : shape.key().isEmpty() ? List.of("key") : lower(shape.key())) {
            int at = columns.indexOf(name);
            if (at < 0) {
                return String.join(",", row);
            }
            parts.add(row.get(at).strip());
        }
        return String.join(",", parts);
    }

    private String value(String column, List<String> row) {
        int at = columns.indexOf(column);
        return at < 0 ? "" : row.get(at).strip();
    }

    /** A whole number that is not negative; {@link Change#NONE} where the text is none. */
    static long number(String text) {
        return JsonObject.wholeNumber(text.strip(), Change.NONE);
    }

    /** The values of a line; empty where a quote is not closed. */
    private static Optional<List<String>> split(String line) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                value.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        values.add(value.toString());
        return quoted ? Optional.empty() : Optional.of(values);
    }
}
