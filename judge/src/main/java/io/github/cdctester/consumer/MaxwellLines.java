// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maxwell's JSON, and the JSON of Flink's {@code maxwell-json} format.
 *
 * <p>Source: Maxwell's documentation, "Data format". {@code type} is {@code insert}, {@code update}, {@code delete},
 * {@code bootstrap-start}, {@code bootstrap-insert} (row of a snapshot), {@code bootstrap-complete}, or the type of a statement.
 * {@code data} is the row after the change, or the deleted row. The last row of a transaction has {@code commit: true}, other rows have
 * an {@code xoffset}. Maxwell prints {@code xoffset}, {@code gtid} and {@code primary_key_columns} only if configured. {@code position}
 * is a row's position, so it does not identify a transaction.
 */
final class MaxwellLines extends JsonLineReader {

    MaxwellLines(Shape shape) {
        super(shape, Problem.NOT_MAXWELL);
    }

    static boolean looksLike(JsonObject line) {
        return line.has("type") && (line.object("data").isPresent() || line.has("def"));
    }

    @Override
    @Nullable
    Reading read(ConsumerMessage message, JsonObject event) {
        return switch (event.text("type")) {
            case "insert", "update" -> row(ChangeKind.WRITTEN, message, event);
            case "delete" -> row(ChangeKind.DELETED, message, event);
            case "bootstrap-insert" -> row(ChangeKind.SNAPSHOT, message, event);
            default -> null;
        };
    }

    private Reading row(ChangeKind kind, ConsumerMessage message, JsonObject event) {
        Optional<JsonObject> data = event.row("data");
        if (data.isEmpty()) {
            return Reading.unreadable(Problem.NO_ROW);
        }
        JsonObject row = data.get();
        return change(
                kind,
                qualified(event.text("database"), event.text("table")),
                message,
                row,
                keyOf(row, event.texts("primary_key_columns")),
                event.text("gtid"),
                event.number("xoffset", Change.NONE),
                end(event));
    }

    /** Converts {@code ts}, the time in the event header, from seconds. */
    @Override
    long sourceMicros(JsonObject event, JsonObject row) {
        return 1_000_000 * event.number("ts", 0);
    }

    /** Without Maxwell's option {@code output_commit_info}, no line has an xid or {@code commit}. */
    private static ChangeEnd end(JsonObject event) {
        if (event.text("commit").equals("true")) {
            return ChangeEnd.COMPLETE;
        }
        return event.has("xid") || event.has("xoffset") || event.has("commit") ? ChangeEnd.OPEN : ChangeEnd.UNMARKED;
    }
}
