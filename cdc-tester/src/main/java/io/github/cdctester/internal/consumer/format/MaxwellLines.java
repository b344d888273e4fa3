// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.consumer.format.Change.End;
import io.github.cdctester.internal.consumer.format.Change.Kind;
import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;

/**
 * Maxwell's JSON, and what Flink's {@code maxwell-json} makes of it.
 *
 * <p>After Maxwell's documentation, "Data format": {@code type} is {@code insert}, {@code update}, {@code delete}, one of
 * {@code bootstrap-…}, or that of a statement; {@code data} is the row after the change, or the deleted one; the last row of
 * a transaction has {@code commit: true}, the others an {@code xoffset} if that is asked for; {@code gtid} and
 * {@code primary_key_columns} are there if they are asked for. {@code position} is that of a row's event, so it names no
 * transaction.
 */
final class MaxwellLines implements LineForm {

    private final RowShape shape;

    MaxwellLines(RowShape shape) {
        this.shape = shape;
    }

    static boolean looksLike(JsonObject line) {
        return line.has("type") && line.object("data").isPresent() || line.has("type") && line.has("def");
    }

    @Override
    public Reading read(String key, String line) {
        Optional<JsonObject> parsed = JsonObject.parse(line);
        if (parsed.isEmpty()) {
            return Reading.fault("no JSON object");
        }
        JsonObject message = parsed.get();
        return switch (message.text("type")) {
            case "insert", "update" -> row(Kind.WRITTEN, message);
            case "delete" -> row(Kind.DELETED, message);
            case "" -> Reading.fault("no message of Maxwell's, which has a type");
            default -> Reading.NOTHING;
        };
    }

    private Reading row(Kind kind, JsonObject message) {
        Optional<JsonObject> row = message.object("data");
        if (row.isEmpty()) {
            return Reading.fault("no row in data");
        }
        String table = message.text("table");
        String database = message.text("database");
        String of = shape.tableOf(database.isEmpty() || table.isEmpty() ? table : database + "." + table, row.get());
        if (of.isEmpty()) {
            return Reading.fault("no table is named in the line, and none was given");
        }
        String key = shape.keyOf(row.get(), message.texts("primary_key_columns"));
        return Reading.of(Change.row(kind, of, key, shape.sequenceOf(row.get()))
                .in(
                        message.text("gtid"),
                        message.number("xoffset", Change.NONE),
                        message.text("commit").equals("true") ? End.HERE : End.NOT_YET));
    }
}
