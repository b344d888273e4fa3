// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.End;
import io.github.cdctester.consumer.Change.Kind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * Debezium's envelope as JSON, with its schema or without, and what Flink's {@code debezium-json} makes of it.
 *
 * <p>After Debezium's documentation of the connectors for MySQL and MariaDB, "Data change events": {@code op} is {@code c},
 * {@code u}, {@code d}, {@code r} (a snapshot's row), {@code t} or {@code m}; {@code before} and {@code after} are rows;
 * {@code source} has {@code db}, {@code connector}, {@code table}, {@code gtid}, {@code pos}, and {@code snapshot}, which is
 * {@code incremental} where a signal asked for one beside the stream. "Transaction
 * metadata": {@code status} is {@code BEGIN} or {@code END}, {@code id} the GTID. A heartbeat is a {@code ts_ms} alone, a
 * tombstone no value, a schema change has a {@code ddl}. {@code source.pos} is where the row's event begins, so it names no
 * transaction; but in MySQL's log it never falls within one, and so reveals a repetition.
 */
final class DebeziumLines extends JsonLineReader {

    DebeziumLines(Shape shape) {
        super(shape);
    }

    static boolean looksLike(JsonObject line) {
        JsonObject event = payload(line);
        return event.has("op") && (event.has("after") || event.has("before")) || isTransaction(event);
    }

    /** Recognises a heartbeat or a statement, which another format's line may look like as well. */
    static boolean isAboutNoChange(JsonObject line) {
        JsonObject event = payload(line);
        return !event.has("op") && (event.has("ts_ms") || event.has("ddl"));
    }

    private static JsonObject payload(JsonObject line) {
        return line.object("payload").orElse(line);
    }

    private static boolean isTransaction(JsonObject event) {
        String status = event.text("status");
        return event.has("id") && (status.equals("BEGIN") || status.equals("END"));
    }

    @Override
    Reading read(String key, JsonObject message) {
        if (message.has("payload") && message.object("payload").isEmpty()) {
            return Reading.NOTHING; // a tombstone with a schema
        }
        JsonObject event = payload(message);
        if (isTransaction(event)) {
            End end = event.text("status").equals("END") ? End.HERE : End.NOT_YET;
            String id = event.text("id");
            boolean isPosition = id.indexOf('=') >= 0; // without GTIDs: file=…,pos=… of its beginning
            return Reading.of(Change.transaction(isPosition ? "" : id, end));
        }
        return switch (event.text("op")) {
            case "c", "u" -> row(Kind.WRITTEN, event, event.object("after"), key);
            case "d" -> row(Kind.DELETED, event, event.object("before"), key);
            case "r" -> row(snapshot(event), event, event.object("after"), key);
            case "t", "m" -> Reading.NOTHING;
            default -> isAboutNoChange(message) ? Reading.NOTHING : Reading.unreadable(Problem.NOT_DEBEZIUM);
        };
    }

    private static Kind snapshot(JsonObject event) {
        return event.object("source")
                .filter(from -> from.text("snapshot").equals("incremental"))
                .map(from -> Kind.INCREMENTAL)
                .orElse(Kind.SNAPSHOT);
    }

    private Reading row(Kind kind, JsonObject event, Optional<JsonObject> row, String key) {
        if (row.isEmpty()) {
            return kind == Kind.WRITTEN ? Reading.unreadable(Problem.NO_ROW) : Reading.NOTHING;
        }
        Optional<JsonObject> source = event.object("source");
        // MariaDB's headers have no positions inside of transactions
        long order = source.filter(from -> from.text("connector").equals("mysql"))
                .map(from -> from.number("pos", Change.NONE))
                .orElse(Change.NONE);
        return change(
                        kind,
                        source.map(from -> qualified(from.text("db"), from.text("table")))
                                .orElse(""),
                        row.get(),
                        key(row.get(), key),
                        source.map(from -> from.text("gtid")).orElse(""),
                        order,
                        End.NOT_SAID)
                .map(Reading::of)
                .orElseGet(() -> kind.isOfSnapshot() ? Reading.NOTHING : Reading.unreadable(Problem.NO_TABLE));
    }

    private String key(JsonObject row, String key) {
        Optional<List<String>> message =
                JsonObject.parse(key).map(parsed -> payload(parsed).texts());
        return shape.key().isEmpty() && message.isPresent() ? String.join(",", message.get()) : keyOf(row, List.of());
    }
}
