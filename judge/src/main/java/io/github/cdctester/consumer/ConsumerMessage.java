// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A line, unwrapped from envelopes of tools: {@code kcat -J} and {@code rpk} (topic, partition, offset), CloudEvents in structured
 * mode, Kafka Connect's schema and payload. They may be nested.
 *
 * @param key the key of the message; empty for none
 * @param topic the topic; empty if unknown
 * @param line the message's text; the whole line if the message was wrapped as an object
 * @param json the message if it is a JSON object
 * @param event the CloudEvent around it, whose extensions contain parts of Debezium's envelope
 * @param recordMicros the timestamp of the record in Kafka, in µs since the epoch; 0 if unknown
 */
record ConsumerMessage(
        String key,
        String topic,
        String line,
        @Nullable JsonObject json,
        @Nullable JsonObject event,
        long recordMicros) {

    private static final int MAX_WRAPPINGS = 5;
    private static final String TOMBSTONE = "null";

    static ConsumerMessage of(String key, String topic, String line, long recordMicros) {
        ConsumerMessage message = new ConsumerMessage(key, topic, line, null, null, recordMicros).with(line);
        for (int i = 0; i < MAX_WRAPPINGS; i++) {
            ConsumerMessage inner = message.unwrapped();
            if (inner == null) {
                return message;
            }
            message = inner;
        }
        return message;
    }

    boolean isTombstone() {
        return line.equals(TOMBSTONE);
    }

    /** An extension of the CloudEvent, such as {@code iodebeziumop}; empty if there is none. */
    String extension(String name) {
        return event == null ? "" : event.text("iodebezium" + name);
    }

    private @Nullable ConsumerMessage unwrapped() {
        JsonObject outer = json;
        if (outer == null) {
            return null;
        }
        boolean isRecord = outer.has("topic") && outer.has("partition") && outer.has("offset");
        boolean isEvent = outer.has("specversion") && outer.has("type");
        if (!isRecord && !isEvent && !outer.has("payload") || StampColumn.in(outer) != null) {
            return null; // not wrapped, or a row with such columns
        }
        if (isRecord) {
            String name = outer.has("payload") ? "payload" : "value";
            String messageKey = outer.isNull("key") ? "" : outer.content("key").orElse("");
            long millis = outer.number("ts", outer.number("timestamp", 0)); // kcat, rpk
            return new ConsumerMessage(messageKey, outer.text("topic"), line, json, event, 1_000 * millis)
                    .inside(outer, name);
        }
        if (isEvent) {
            String source = topic.isEmpty() ? outer.text("source") : topic;
            return new ConsumerMessage(key, source, line, json, outer, recordMicros).inside(outer, "data");
        }
        return outer.object("payload").isPresent() || outer.isNull("payload") ? inside(outer, "payload") : null;
    }

    private @Nullable ConsumerMessage inside(JsonObject outer, String name) {
        Optional<JsonObject> object = outer.object(name);
        return object.isPresent()
                ? new ConsumerMessage(key, topic, line, object.get(), event, recordMicros)
                : outer.content(name).map(this::with).orElse(null);
    }

    private ConsumerMessage with(String text) {
        JsonObject parsed = text.startsWith("{") ? JsonObject.parse(text).orElse(null) : null;
        return new ConsumerMessage(key, topic, text, parsed, event, recordMicros);
    }
}
