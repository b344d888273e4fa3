// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.consumer.format.Change.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows as Flink's {@code print} connector writes them: {@code +I[7, a, 42]}, with names of the columns that somebody gives.
 *
 * <p>After Flink's documentation, "Print SQL connector": a line may begin with the sink's identifier, the number of its task,
 * or both, and {@code >}; and "Dynamic tables" ({@code RowKind}): {@code +I} inserts, {@code -U} is a row before its update
 * and {@code +U} the row after it, {@code -D} deletes. Values are not quoted, so one with a comma and a blank in it makes
 * more of them than there are columns. JSON lines among them are Flink's formats {@code debezium-json}, {@code canal-json}
 * and {@code maxwell-json}.
 */
final class FlinkRows implements LineForm {

    private static final Pattern ROW = Pattern.compile("(?:[^\\[\\]]{0,200}> )?([+-][IUD])\\[(.*)]", Pattern.DOTALL);

    private final RowShape shape;
    private final JsonLinesByShape json;

    FlinkRows(RowShape shape) {
        this.shape = shape;
        json = new JsonLinesByShape(shape);
    }

    static boolean looksLike(String line) {
        return ROW.matcher(line).matches();
    }

    @Override
    public Reading read(String key, String line) {
        if (line.startsWith("{")) {
            return json.read(key, line);
        }
        Matcher row = ROW.matcher(line);
        if (!row.matches()) {
            return Reading.fault("neither a row such as +I[7, a, 42] nor JSON");
        }
        String kind = row.group(1);
        if (kind.equals("-U")) {
            return Reading.NOTHING;
        }
        List<String> values = List.of(row.group(2).split(", ", -1));
        if (shape.columns().isEmpty()) {
            return Reading.fault("the row has " + values.size() + " values, and no names of columns were given");
        }
        if (values.size() != shape.columns().size()) {
            return Reading.fault("the row has " + values.size() + " values, and "
                    + shape.columns().size() + " names of columns were given");
        }
        return change(kind.equals("-D") ? Kind.DELETED : Kind.WRITTEN, values);
    }

    private Reading change(Kind kind, List<String> values) {
        String table =
                value(shape.tableColumn(), values).isEmpty() ? shape.table() : value(shape.tableColumn(), values);
        if (table.isEmpty()) {
            return Reading.fault("no table is named in the line, and none was given");
        }
        List<String> names = shape.key().isEmpty() ? List.of("id") : shape.key();
        List<String> key = new ArrayList<>();
        for (String name : names) {
            int at = shape.columns().indexOf(name);
            if (at >= 0) {
                key.add(values.get(at));
            }
        }
        return Reading.of(Change.row(
                kind,
                table,
                String.join(",", key.size() == names.size() ? key : values),
                CsvLines.number(value(RowShape.SEQUENCE, values))));
    }

    private String value(String column, List<String> values) {
        int at = shape.columns().indexOf(column);
        return at < 0 ? "" : values.get(at);
    }
}
