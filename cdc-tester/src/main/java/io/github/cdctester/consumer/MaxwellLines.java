// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.End;
import io.github.cdctester.consumer.Change.Kind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;

/**
 * Maxwell's JSON, and what Flink's {@code maxwell-json} makes of it.
 *
 * <p>After Maxwell's documentation, "Data format": {@code type} is {@code insert}, {@code update}, {@code delete}, one of
 * {@code bootstrap-start}, {@code bootstrap-insert} (a snapshot's row) and {@code bootstrap-complete}, or that of a statement; {@code data} is the row after the change, or the deleted one; the last row of
 * a transaction has {@code commit: true}, the others an {@code xoffset} if that is asked for; {@code gtid} and
 * {@code primary_key_columns} are there if they are asked for. {@code position} is that of a row's event, so it names no
 * transaction.
 */
final class MaxwellLines extends JsonLineReader {

    MaxwellLines(Shape shape) {
        super(shape);
    }

    static boolean looksLike(JsonObject line) {
        return line.has("type") && (line.object("data").isPresent() || line.has("def"));
    }

    @Override
    Reading read(String key, JsonObject message) {
        return switch (message.text("type")) {
            case "insert", "update" -> row(Kind.WRITTEN, message);
            case "delete" -> row(Kind.DELETED, message);
            case "bootstrap-insert" -> row(Kind.SNAPSHOT, message);
            case "" -> Reading.unreadable(Problem.NOT_MAXWELL);
            default -> Reading.NOTHING;
        };
    }

    private Reading row(Kind kind, JsonObject message) {
        Optional<JsonObject> data = message.object("data");
        if (data.isEmpty()) {
            return kind.isOfSnapshot() ? Reading.NOTHING : Reading.unreadable(Problem.NO_ROW);
        }
        JsonObject row = data.get();
        return change(
                        kind,
                        qualified(message.text("database"), message.text("table")),
                        row,
                        keyOf(row, message.texts("primary_key_columns")),
                        message.text("gtid"),
                        message.number("xoffset", Change.NONE),
                        message.text("commit").equals("true") ? End.HERE : End.NOT_YET)
                .map(Reading::of)
                .orElseGet(() -> kind.isOfSnapshot() ? Reading.NOTHING : Reading.unreadable(Problem.NO_TABLE));
    }
}
