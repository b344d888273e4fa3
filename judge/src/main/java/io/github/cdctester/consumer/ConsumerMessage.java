// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message without its envelopes. Known envelopes are the records of {@code kcat -J} and {@code rpk} (topic, partition, offset),
 * CloudEvents in structured mode, and Kafka Connect's schema and payload. Up to 5 envelopes may be nested.
 *
 * @param key empty if there is none
 * @param topic empty if unknown
 * @param line the whole line if the message is an object inside an envelope
 * @param json {@code null} if it is not a JSON object
 * @param event the CloudEvent around the message, which may contain parts of Debezium's envelope as extensions; {@code null} if there
 *     is none
 * @param recordMicros the timestamp of the record in Kafka, in µs since the epoch; 0 if unknown
 */
record ConsumerMessage(
        String key,
        String topic,
        String line,
        @Nullable JsonObject json,
        @Nullable JsonObject event,
        long recordMicros) {

    private static final int MAX_ENVELOPES = 5;
    private static final String TOMBSTONE = "null";

    static ConsumerMessage of(String key, String topic, String line, long recordMicros) {
        ConsumerMessage message = new ConsumerMessage(key, topic, line, null, null, recordMicros).withText(line);
        for (int i = 0; i < MAX_ENVELOPES; i++) {
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

    /** Returns the CloudEvent's extension {@code iodebezium} + {@code name}; empty if there is none. */
    String extension(String name) {
        return event == null ? "" : event.text("iodebezium" + name);
    }

    private @Nullable ConsumerMessage unwrapped() {
        JsonObject outer = json;
        if (outer == null) {
            return null;
        }
        boolean isRecord = outer.has("topic") && outer.has("partition") && outer.has("offset");
        boolean isCloudEvent = outer.has("specversion") && outer.has("type");
        if (!isRecord && !isCloudEvent && !outer.has("payload") || FlatLines.looksLike(outer)) {
            return null; // not an envelope, or a row with columns of these names
        }
        if (isRecord) {
            String name = outer.has("payload") ? "payload" : "value";
            String messageKey = outer.isNull("key") ? "" : outer.content("key").orElse("");
            long millis = outer.number("ts", outer.number("timestamp", 0)); // kcat, rpk
            return new ConsumerMessage(messageKey, outer.text("topic"), line, json, event, 1_000 * millis)
                    .withContent(outer, name);
        }
        if (isCloudEvent) {
            String source = topic.isEmpty() ? outer.text("source") : topic;
            return new ConsumerMessage(key, source, line, json, outer, recordMicros).withContent(outer, "data");
        }
        return outer.object("payload").isPresent() || outer.isNull("payload") ? withContent(outer, "payload") : null;
    }

    private @Nullable ConsumerMessage withContent(JsonObject outer, String name) {
        Optional<JsonObject> object = outer.object(name);
        return object.isPresent()
                ? new ConsumerMessage(key, topic, line, object.get(), event, recordMicros)
                : outer.content(name).map(this::withText).orElse(null);
    }

    private ConsumerMessage withText(String text) {
        JsonObject parsed = text.startsWith("{") ? JsonObject.parse(text).orElse(null) : null;
        return new ConsumerMessage(key, topic, text, parsed, event, recordMicros);
    }
}
