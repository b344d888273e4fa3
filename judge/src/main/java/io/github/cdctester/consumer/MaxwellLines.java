// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.End;
import io.github.cdctester.consumer.Change.Kind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maxwell's JSON, and what Flink's {@code maxwell-json} makes of it.
 *
 * <p>After Maxwell's documentation, "Data format": {@code type} is {@code insert}, {@code update}, {@code delete}, one of
 * {@code bootstrap-start}, {@code bootstrap-insert} (a snapshot's row) and {@code bootstrap-complete}, or that of a statement;
 * {@code data} is the row after the change, or the deleted one; the last row of a transaction has {@code commit: true}, the others
 * an {@code xoffset} if that is requested; {@code gtid} and {@code primary_key_columns} are there if they are asked for.
 * {@code position} is that of a row's event, so it names no transaction.
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
            case "insert", "update" -> row(Kind.WRITTEN, message, event);
            case "delete" -> row(Kind.DELETED, message, event);
            case "bootstrap-insert" -> row(Kind.SNAPSHOT, message, event);
            default -> null;
        };
    }

    private Reading row(Kind kind, ConsumerMessage message, JsonObject event) {
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

    /** Without {@code output_commit_info} no line has an xid or marks the end of a transaction. */
    private static End end(JsonObject event) {
        if (event.text("commit").equals("true")) {
            return End.HERE;
        }
        return event.has("xid") || event.has("xoffset") || event.has("commit") ? End.NOT_YET : End.NOT_SAID;
    }
}
