// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.Kind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe.Problem;
import io.github.cdctester.internal.json.JsonObject;
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
final class FlinkRows extends JsonLineReader {

    private static final Pattern ROW = Pattern.compile("(?:[^\\[\\]]{0,200}> )?([+-][IUD])\\[(.*)]", Pattern.DOTALL);

    FlinkRows(Shape shape) {
        super(shape);
    }

    static boolean looksLike(String line) {
        return ROW.matcher(line).matches();
    }

    @Override
    public Reading read(String key, String line) {
        if (line.startsWith("{")) {
            return super.read(key, line);
        }
        Matcher row = ROW.matcher(line);
        if (!row.matches()) {
            return Reading.unreadable(Problem.NOT_FLINK);
        }
        String kind = row.group(1);
        if (kind.equals("-U")) {
            return Reading.NOTHING;
        }
        List<String> values = List.of(row.group(2).split(", ", -1));
        if (values.size() != shape.columns().size()) {
            return Reading.unreadable(shape.columns().isEmpty() ? Problem.COLUMNS_NOT_NAMED : Problem.OTHER_COLUMNS);
        }
        return change(kind.equals("-D") ? Kind.DELETED : Kind.WRITTEN, values);
    }

    @Override
    Reading read(String key, JsonObject message) {
        return formatOf(message)
                .map(format -> switch (format) {
                    case DEBEZIUM -> new DebeziumLines(shape).read(key, message);
                    case CANAL -> new CanalLines(shape).read(key, message);
                    default -> new MaxwellLines(shape).read(key, message);
                })
                .orElseGet(() -> DebeziumLines.isAboutNoChange(message)
                        ? Reading.NOTHING
                        : Reading.unreadable(Problem.JSON_OF_NO_FORMAT));
    }

    private Reading change(Kind kind, List<String> values) {
        String table = shape.tableOf("", value(shape.tableColumn(), values));
        if (table.isEmpty()) {
            return Reading.unreadable(Problem.NO_TABLE);
        }
        List<String> names = shape.key().isEmpty() ? List.of(ConsumerLines.USUAL_KEY) : shape.key();
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
                CsvLines.number(value(ConsumerLines.STAMP_COLUMN, values))));
    }

    private String value(String column, List<String> values) {
        int at = shape.columns().indexOf(column);
        return at < 0 ? "" : values.get(at);
    }
}
