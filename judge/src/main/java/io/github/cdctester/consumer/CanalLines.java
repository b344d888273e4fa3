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
 * Canal's flat messages, and the JSON of Flink's {@code canal-json} format.
 *
 * <p>Source: Canal's class {@code FlatMessage} (protocol module), and its wiki, "Canal Kafka/RocketMQ QuickStart", {@code flatMessage}.
 * {@code data} contains the rows after the change, or before it for {@code DELETE}, with all values as text. {@code pkNames} lists the
 * key columns, and {@code isDdl} marks a statement without rows. Newer releases fill {@code gtid}. No message marks the end of a
 * transaction.
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
                    kind, table, message, row, keyOf(row, keys), event.text("gtid"), Change.NONE, ChangeEnd.UNMARKED);
            if (reading.problem() != null) {
                return reading;
            }
            changes.addAll(reading.changes());
        }
        return changes.isEmpty() ? Reading.unreadable(Problem.NO_ROW) : new Reading(changes, null);
    }

    /** Converts {@code es}, the time in the event header, from ms. Its resolution is one second. */
    @Override
    long sourceMicros(JsonObject event, JsonObject row) {
        return 1_000 * event.number("es", 0);
    }

    /** Converts {@code ts}, the time when Canal created the message, from ms. */
    @Override
    long envelopeMicros(JsonObject event, JsonObject row) {
        return 1_000 * event.number("ts", 0);
    }
}
