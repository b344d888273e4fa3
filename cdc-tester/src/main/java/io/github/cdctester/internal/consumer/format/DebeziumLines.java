// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.consumer.format.Change.End;
import io.github.cdctester.internal.consumer.format.Change.Kind;
import io.github.cdctester.internal.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * Debezium's envelope as JSON, with its schema or without, and what Flink's {@code debezium-json} makes of it.
 *
 * <p>After Debezium's documentation of the connectors for MySQL and MariaDB, "Data change events": {@code op} is {@code c},
 * {@code u}, {@code d}, {@code r} (a snapshot's row), {@code t} or {@code m}; {@code before} and {@code after} are rows;
 * {@code source} has {@code db}, {@code connector}, {@code table}, {@code gtid} and {@code pos}. "Transaction
 * metadata": {@code status} is {@code BEGIN} or {@code END}, {@code id} the GTID. A heartbeat is a {@code ts_ms} alone, a
 * tombstone no value, a schema change has a {@code ddl}. {@code source.pos} is where the row's event begins, so it names no
 * transaction; but in MySQL's log it never falls within one, and so tells a repetition.
 */
final class DebeziumLines implements LineForm {

    private final RowShape shape;

    DebeziumLines(RowShape shape) {
        this.shape = shape;
    }

    static boolean looksLike(JsonObject line) {
        JsonObject event = payload(line);
        return event.has("op") && (event.has("after") || event.has("before")) || isTransaction(event);
    }

    /** Whether a line is about no change, in a way that another format's may be as well. */
    static boolean saysNothing(JsonObject line) {
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
    public Reading read(String key, String line) {
        Optional<JsonObject> parsed = JsonObject.parse(line);
        if (parsed.isEmpty()) {
            return Reading.fault("no JSON object");
        }
        if (parsed.get().has("payload") && parsed.get().object("payload").isEmpty()) {
            return Reading.NOTHING; // a tombstone with a schema
        }
        JsonObject event = payload(parsed.get());
        if (isTransaction(event)) {
            End end = event.text("status").equals("END") ? End.HERE : End.NOT_YET;
            return Reading.of(Change.transaction(gtid(event.text("id")), end));
        }
        return switch (event.text("op")) {
            case "c", "u" -> row(Kind.WRITTEN, event, event.object("after"), key);
            case "d" -> row(Kind.DELETED, event, event.object("before"), key);
            case "r", "t", "m" -> Reading.NOTHING;
            default ->
                saysNothing(parsed.get())
                        ? Reading.NOTHING
                        : Reading.fault("no envelope of Debezium's, which has an op");
        };
    }

    /** Without GTIDs a transaction's id is {@code file=…,pos=…}, the place where it begins. */
    private static String gtid(String id) {
        return id.indexOf('=') < 0 ? id : "";
    }

    private Reading row(Kind kind, JsonObject event, Optional<JsonObject> row, String key) {
        if (row.isEmpty()) {
            return kind == Kind.DELETED ? Reading.NOTHING : Reading.fault("no row in after");
        }
        Optional<JsonObject> source = event.object("source");
        String table = shape.tableOf(source.map(DebeziumLines::table).orElse(""), row.get());
        if (table.isEmpty()) {
            return Reading.fault("no table is named in the line, and none was given");
        }
        Change change = Change.row(kind, table, key(row.get(), key), shape.sequenceOf(row.get()));
        return Reading.of(change.in(
                source.map(from -> from.text("gtid")).orElse(""),
                source.map(DebeziumLines::order).orElse(Change.NONE),
                End.NOT_SAID));
    }

    private String key(JsonObject row, String key) {
        Optional<List<String>> message =
                JsonObject.parse(key).map(parsed -> payload(parsed).texts());
        return shape.key().isEmpty() && message.isPresent()
                ? String.join(",", message.get())
                : shape.keyOf(row, List.of());
    }

    private static String table(JsonObject source) {
        String database = source.text("db");
        String table = source.text("table");
        return database.isEmpty() || table.isEmpty() ? table : database + "." + table;
    }

    /** MariaDB's headers have no positions inside of transactions. */
    private static long order(JsonObject source) {
        return source.text("connector").equals("mysql") ? source.number("pos", Change.NONE) : Change.NONE;
    }
}
