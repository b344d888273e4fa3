// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.End;
import io.github.cdctester.consumer.Change.Kind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe.Problem;
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
final class CanalLines extends JsonLineReader {

    CanalLines(Shape shape) {
        super(shape);
    }

    static boolean looksLike(JsonObject line) {
        return line.has("type") && (line.isArray("data") || line.has("isDdl"));
    }

    @Override
    Reading read(String key, JsonObject message) {
        return switch (message.text("type")) {
            case "INSERT", "UPDATE" -> rows(Kind.WRITTEN, message);
            case "DELETE" -> rows(Kind.DELETED, message);
            default -> looksLike(message) ? Reading.NOTHING : Reading.unreadable(Problem.NOT_CANAL);
        };
    }

    private Reading rows(Kind kind, JsonObject message) {
        String table = qualified(message.text("database"), message.text("table"));
        List<String> keys = message.texts("pkNames");
        List<Change> changes = new ArrayList<>();
        for (JsonObject row : message.objects("data")) {
            Optional<Change> change =
                    change(kind, table, row, keyOf(row, keys), message.text("gtid"), Change.NONE, End.NOT_SAID);
            if (change.isEmpty()) {
                return Reading.unreadable(Problem.NO_TABLE);
            }
            changes.add(change.get());
        }
        return changes.isEmpty() ? Reading.unreadable(Problem.NO_ROW) : new Reading(changes, null);
    }
}
