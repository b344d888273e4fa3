// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows without an envelope, such as the output of Debezium's {@code ExtractNewRecordState}. Its option {@code add.fields} adds
 * columns with the prefix {@code __}: {@code __op}, {@code __table}, {@code __source_db}. A deleted row has {@code __deleted:
 * true}. A line may lack the name of the table.
 */
final class FlatLines extends JsonLineReader {

    private static final List<String> ADDED_FIELDS =
            List.of("__op", "__deleted", "__table", "__gtid", "__source_table", "__source_gtid");

    FlatLines(Shape shape) {
        super(shape, Problem.NOT_FLAT);
    }

    /** Returns true for a row, whose own columns may have the names of an envelope's fields. */
    static boolean looksLike(JsonObject line) {
        return hasAddedField(line) || StampColumn.nameIn(line) != null;
    }

    private static boolean hasAddedField(JsonObject line) {
        for (String field : ADDED_FIELDS) { // a loop instead of a stream, because it runs for each line
            if (line.has(field)) {
                return true;
            }
        }
        return false;
    }

    @Override
    @Nullable
    Reading read(ConsumerMessage message, JsonObject row) {
        if (NonChange.is(row)) {
            return null;
        }
        // with an added field, op is a column of the table
        String opField = hasAddedField(row) ? "__op" : "op";
        String op = row.text("__deleted").equals("true") ? "d" : row.text(opField);
        ChangeKind kind = switch (op) {
            case "d" -> ChangeKind.DELETED;
            case "r" ->
                addedField(row, "snapshot").equals("incremental") ? ChangeKind.INCREMENTAL : ChangeKind.SNAPSHOT;
            case "c", "u" -> ChangeKind.WRITTEN;
            default -> row.has("__op") ? null : ChangeKind.WRITTEN;
        };
        return kind == null
                ? Reading.unreadable(Problem.UNKNOWN_TYPE)
                : change(
                        kind,
                        qualified(addedField(row, "db"), addedField(row, "table")),
                        message,
                        row,
                        messageKey(message, row),
                        addedField(row, "gtid"),
                        Change.NONE,
                        ChangeEnd.UNMARKED);
    }

    @Override
    boolean needsTable() {
        return false;
    }

    private static String addedField(JsonObject row, String name) {
        String text = row.text("__" + name);
        return text.isEmpty() ? row.text("__source_" + name) : text;
    }

    @Override
    long sourceMicros(JsonObject event, JsonObject row) {
        return 1_000 * row.number("__source_ts_ms", 0);
    }

    @Override
    long envelopeMicros(JsonObject event, JsonObject row) {
        return 1_000 * row.number("__ts_ms", 0);
    }
}
