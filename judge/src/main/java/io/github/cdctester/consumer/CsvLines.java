// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Comma-separated values, quoted as in RFC 4180. The columns are {@code table,key,sequence}, or the names in a header line. A
 * value cannot continue in the next line. Header names:
 *
 * <ul>
 *   <li>{@code table}, {@code key} (or the key's columns), and {@code sequence} (or {@code cdc_seq});
 *   <li>{@code kind}, or {@code Op} as in files of AWS DMS: {@code c} or {@code i} insert, {@code u} update, {@code d} delete
 *       with the last stamp, {@code r} row of a snapshot, {@code incremental} row of an incremental snapshot;
 *   <li>{@code gtid}, or {@code file} and {@code position}.
 * </ul>
 *
 * <p>Other columns are ignored.
 */
final class CsvLines implements LineReader {

    private static final String GTID = "gtid";
    private static final String FILE = "file";
    private static final String POSITION = "position";

    private final Shape shape;
    private List<String> columns;

    CsvLines(Shape shape) {
        this.shape = shape;
        columns = shape.columns().isEmpty() ? List.of("table", "key", "sequence") : normalizeNames(shape.columns());
    }

    /** The check is strict, because log messages also contain commas. */
    static boolean looksLike(String line) {
        if (line.indexOf('\t') >= 0) {
            return false; // the line starts with a message key
        }
        Optional<List<String>> values = split(line);
        return values.filter(row -> row.size() == 3 && number(row.get(2)) >= 0 || isHeader(row))
                .isPresent();
    }

    private static boolean isHeader(List<String> row) {
        List<String> names = normalizeNames(row);
        return names.equals(List.of(GTID))
                || names.contains(FILE) && names.contains(POSITION)
                || names.contains("table") && names.contains("sequence")
                || names.contains(StampColumn.NAME)
                || names.contains(GTID) && names.stream().allMatch(name -> name.matches("[a-z_]+"));
    }

    /** Converts to lower case, with one spelling for each known column. */
    private static List<String> normalizeNames(List<String> row) {
        return row.stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .map(name ->
                        StampColumn.isStampColumn(name) ? StampColumn.NAME : name.matches("(__)?op") ? "kind" : name)
                .toList();
    }

    @Override
    public Reading read(ConsumerMessage message) {
        Optional<List<String>> split = split(message.line());
        if (split.isEmpty()) {
            return Reading.unreadable(Problem.QUOTE_NOT_CLOSED);
        }
        List<String> row = split.get();
        Reading reading = read(message, row);
        // a header cannot be read as a row; if files follow one another, each of them may have a header
        return reading.problem() != null && isHeader(row) ? header(message, row) : reading;
    }

    private Reading read(ConsumerMessage message, List<String> row) {
        if (row.size() != columns.size()) {
            return Reading.unreadable(Problem.OTHER_COLUMNS);
        }
        String gtid = value(GTID, row);
        if (!gtid.isEmpty()) {
            return GtidLines.read(gtid);
        }
        String file = value(FILE, row);
        if (!file.isEmpty()) {
            long position = number(value(POSITION, row));
            return position < 0
                    ? Reading.unreadable(Problem.NO_POSITION)
                    : Reading.of(Change.transactionEndAt(file, position));
        }
        return change(message, row);
    }

    private Reading header(ConsumerMessage message, List<String> row) {
        columns = normalizeNames(row);
        boolean needsTable = columns.contains(StampColumn.NAME) && !columns.contains("table");
        String table = shape.tableOf("", shape.tableColumn(), message.topic());
        return needsTable && table.isEmpty() ? Reading.unreadable(Problem.NO_TABLE_COLUMN) : Reading.NOTHING;
    }

    private Reading change(ConsumerMessage message, List<String> row) {
        String column =
                shape.tableColumn().isEmpty() ? "table" : shape.tableColumn().toLowerCase(Locale.ROOT);
        String table = shape.tableOf("", value(column, row), message.topic());
        if (table.isEmpty()) {
            return Reading.unreadable(Problem.NO_TABLE);
        }
        if (table.indexOf('\t') >= 0) {
            return Reading.unreadable(Problem.KEY_AND_VALUE);
        }
        String sequenceText = value("sequence", row);
        long sequence = number(sequenceText.isEmpty() ? value(StampColumn.NAME, row) : sequenceText);
        if (sequence < 0) {
            return Reading.unreadable(Problem.NO_SEQUENCE);
        }
        ChangeKind kind = kind(value("kind", row).toLowerCase(Locale.ROOT));
        String defaultKey = columns.contains("key") ? "key" : ConsumerLines.DEFAULT_KEY;
        RowKey key = RowKey.of(normalizeNames(shape.key()), defaultKey, columns, row);
        return kind == null ? Reading.unreadable(Problem.NO_KIND) : Reading.of(Change.row(kind, table, key, sequence));
    }

    private static @Nullable ChangeKind kind(String name) {
        return switch (name) {
            case "", "c", "i", "u", "insert", "update" -> ChangeKind.WRITTEN;
            case "d", "delete" -> ChangeKind.DELETED;
            case "r", "snapshot" -> ChangeKind.SNAPSHOT;
            case "incremental" -> ChangeKind.INCREMENTAL;
            default -> null;
        };
    }

    private String value(String column, List<String> row) {
        int index = columns.indexOf(column);
        return index < 0 ? "" : row.get(index).strip();
    }

    /** Returns {@link Change#NONE} if the text is not a whole number from 0. */
    static long number(String text) {
        return JsonObject.wholeDecimal(text.strip(), Change.NONE);
    }

    /** Returns empty if a quote is not closed. */
    private static Optional<List<String>> split(String line) {
        List<String> values = new ArrayList<>();
        boolean isQuoted = false;
        int start = 0;
        for (int i = 0; i <= line.length(); i++) {
            if (i == line.length() || line.charAt(i) == ',' && !isQuoted) {
                values.add(unquoted(line.substring(start, i).strip()));
                start = i + 1;
            } else if (line.charAt(i) == '"') {
                isQuoted = !isQuoted;
            }
        }
        return isQuoted ? Optional.empty() : Optional.of(values);
    }

    private static String unquoted(String value) {
        return value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")
                ? value.substring(1, value.length() - 1).replace("\"\"", "\"")
                : value;
    }
}
