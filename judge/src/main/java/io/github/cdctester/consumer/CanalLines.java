// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        super(shape, Problem.NOT_CANAL);
    }

    static boolean looksLike(JsonObject line) {
        return line.has("type") && (line.isArray("data") || line.has("isDdl"));
    }

    @Override
    @Nullable
    Reading read(ConsumerMessage message, JsonObject event) {
        return switch (event.text("type")) {
            case "INSERT", "UPDATE" -> rows(ChangeKind.WRITTEN, message, event);
            case "DELETE" -> rows(ChangeKind.DELETED, message, event);
            default -> null;
        };
    }

    private Reading rows(ChangeKind kind, ConsumerMessage message, JsonObject event) {
        String table = qualified(event.text("database"), event.text("table"));
        List<String> keys = event.texts("pkNames");
        List<Change> changes = new ArrayList<>();
        for (JsonObject row : event.objects("data")) {
            Reading reading = change(
                    kind, table, message, row, keyOf(row, keys), event.text("gtid"), Change.NONE, ChangeEnd.NOT_SAID);
            if (reading.problem() != null) {
                return reading;
            }
            changes.addAll(reading.changes());
        }
        return changes.isEmpty() ? Reading.unreadable(Problem.NO_ROW) : new Reading(changes, null);
    }

    /** {@code es}: the time in the header of the event, in seconds, written in ms. */
    @Override
    long sourceMicros(ConsumerMessage message, JsonObject row) {
        JsonObject event = message.json();
        return event == null ? 0 : 1_000 * event.number("es", 0);
    }

    /** {@code ts}: the time when Canal made the message, in ms. */
    @Override
    long envelopeMicros(ConsumerMessage message, JsonObject row) {
        JsonObject event = message.json();
        return event == null ? 0 : 1_000 * event.number("ts", 0);
    }
}
