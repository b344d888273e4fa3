// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows of Flink's {@code print} connector, such as {@code +I[7, a, 42]}. {@link Shape#columns} must list the column names, because the
 * lines do not contain them.
 *
 * <p>Source: Flink's documentation. "Print SQL connector": a line may begin with the sink's identifier, the task number, or both,
 * followed by {@code >}. "Dynamic tables" ({@code RowKind}): {@code +I} is an insert, {@code -U} the row before an update, {@code +U}
 * the row after an update, {@code -D} a delete. Values are not quoted, so a comma and a blank in a value look like a separator. JSON
 * lines are read as Flink's {@code debezium-json}, {@code canal-json} or {@code maxwell-json}.
 */
final class FlinkRows extends JsonLineReader {

    private static final Pattern ROW = Pattern.compile("(?:[^\\[\\]]{0,200}> )?([+-][IUD])\\[(.*)]", Pattern.DOTALL);

    FlinkRows(Shape shape) {
        super(shape, Problem.JSON_OF_NO_FORMAT);
    }

    static boolean looksLike(String line) {
        return ROW.matcher(line).matches();
    }

    @Override
    public Reading read(ConsumerMessage message) {
        if (message.json() != null) {
            return super.read(message);
        }
        Matcher row = ROW.matcher(message.line());
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
        return change(kind.equals("-D") ? ChangeKind.DELETED : ChangeKind.WRITTEN, message, values);
    }

    @Override
    @Nullable
    Reading read(ConsumerMessage message, JsonObject event) {
        LineReader reader = ConsumerLines.Format.of(message).reader(shape);
        return reader == null ? null : reader.read(message);
    }

    @Override
    public String stampHint() {
        return shape.columns().isEmpty() ? "" : StampColumn.describeNearest(shape.columns());
    }

    private Reading change(ChangeKind kind, ConsumerMessage message, List<String> values) {
        String table = shape.tableOf("", value(shape.tableColumn(), values), message.topic());
        if (table.isEmpty()) {
            return Reading.unreadable(Problem.NO_TABLE);
        }
        int stampIndex = shape.columns().stream()
                .map(StampColumn::isStampColumn)
                .toList()
                .indexOf(true);
        RowKey key = RowKey.of(shape.key(), ConsumerLines.DEFAULT_KEY, shape.columns(), values);
        return Reading.of(
                Change.row(kind, table, key, stampIndex < 0 ? Change.NONE : CsvLines.number(values.get(stampIndex))));
    }

    private String value(String column, List<String> values) {
        int index = shape.columns().indexOf(column);
        return index < 0 ? "" : values.get(index);
    }
}
