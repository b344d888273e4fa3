// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.consumer.format.Change.End;
import io.github.cdctester.internal.consumer.format.Change.Kind;
import io.github.cdctester.internal.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Canal's flat messages, and what Flink's {@code canal-json} makes of them.
 *
 * <p>After Canal's {@code FlatMessage} (protocol module; its wiki, "Canal Kafka/RocketMQ QuickStart", {@code flatMessage}):
 * {@code data} has the rows after the change, or before it for {@code DELETE}, all values as texts; {@code type} is that of the
 * event; {@code pkNames} the key's columns; {@code isDdl} marks a statement, which has no rows; {@code gtid} is filled by newer
 * releases. Nothing says where a transaction ends.
 */
final class CanalLines implements LineForm {

    private final RowShape shape;

    CanalLines(RowShape shape) {
        this.shape = shape;
    }

    static boolean looksLike(JsonObject line) {
        return line.has("type") && (line.isArray("data") || line.has("isDdl"));
    }

    @Override
    public Reading read(String key, String line) {
        Optional<JsonObject> parsed = JsonObject.parse(line);
        if (parsed.isEmpty()) {
            return Reading.fault("no JSON object");
        }
        JsonObject message = parsed.get();
        return switch (message.text("type")) {
            case "INSERT", "UPDATE" -> rows(Kind.WRITTEN, message);
            case "DELETE" -> rows(Kind.DELETED, message);
            default ->
                looksLike(message) ? Reading.NOTHING : Reading.fault("no flat message of Canal's, which has a type");
        };
    }

    private Reading rows(Kind kind, JsonObject message) {
        List<JsonObject> rows = message.objects("data");
        if (rows.isEmpty()) {
            return Reading.fault("no rows in data");
        }
        String table = message.text("table");
        String database = message.text("database");
        String named = database.isEmpty() || table.isEmpty() ? table : database + "." + table;
        List<String> keys = message.texts("pkNames");
        List<Change> changes = new ArrayList<>();
        for (JsonObject row : rows) {
            String of = shape.tableOf(named, row);
            if (of.isEmpty()) {
                return Reading.fault("no table is named in the line, and none was given");
            }
            changes.add(Change.row(kind, of, shape.keyOf(row, keys), shape.sequenceOf(row))
                    .in(message.text("gtid"), Change.NONE, End.NOT_SAID));
        }
        return Reading.of(changes);
    }
}
