// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Debezium's envelope as JSON, with its schema or without, and what Flink's {@code debezium-json} makes of it.
 *
 * <p>After Debezium's documentation of the connectors for MySQL and MariaDB, "Data change events": {@code op} is {@code c},
 * {@code u}, {@code d}, {@code r} (a snapshot's row), {@code t} or {@code m}; {@code before} and {@code after} are rows;
 * {@code source} has {@code db}, {@code connector}, {@code table}, {@code gtid}, {@code pos}, and {@code snapshot}, which is
 * {@code incremental} if a signal requested one during the stream. "Transaction
 * metadata": {@code status} is {@code BEGIN} or {@code END}, {@code id} the GTID, {@code event_count} the number of its changes. In
 * CloudEvents {@code op} and the source's fields may be extensions. {@code source.pos} is where the row's event begins, so it names no
 * transaction; but in MySQL's log it never falls within one, and so reveals a repetition.
 */
final class DebeziumLines extends JsonLineReader {

    private static final List<String> TRANSACTION =
            List.of("status", "id", "ts_ms", "ts_us", "ts_ns", "event_count", "data_collections");

    /** A deletion may come without the row. */
    private static final Optional<JsonObject> NO_ROW = JsonObject.parse("{}");

    DebeziumLines(Shape shape) {
        super(shape, Problem.NOT_DEBEZIUM);
    }

    static boolean looksLike(ConsumerMessage message, JsonObject event) {
        return (event.has("op") || !message.extension("op").isEmpty()) && (event.has("after") || event.has("before"))
                || isTransaction(event);
    }

    private static boolean isTransaction(JsonObject event) {
        String status = event.text("status");
        return event.has("id")
                && (status.equals("BEGIN") || status.equals("END"))
                && NonChange.hasOnly(TRANSACTION, event);
    }

    @Override
    @Nullable
    Reading read(ConsumerMessage message, JsonObject event) {
        if (isTransaction(event)) {
            String id = event.text("id");
            String gtid = id.indexOf('=') >= 0 ? "" : id; // without GTIDs: file=…,pos=… of its beginning
            return Reading.of(
                    event.text("status").equals("END")
                            ? Change.counted(gtid, event.number("event_count", Change.NONE))
                            : Change.transaction(gtid, ChangeEnd.NOT_YET));
        }
        String op = event.has("op") ? event.text("op") : message.extension("op");
        return switch (op) {
            case "c", "u" -> row(ChangeKind.WRITTEN, message, event, event.row("after"));
            case "d" ->
                row(ChangeKind.DELETED, message, event, event.row("before").or(() -> NO_ROW));
            case "r" -> row(snapshot(message, event), message, event, event.row("after"));
            default -> null;
        };
    }

    private static ChangeKind snapshot(ConsumerMessage message, JsonObject event) {
        return source(message, event, "snapshot").equals("incremental") ? ChangeKind.INCREMENTAL : ChangeKind.SNAPSHOT;
    }

    private Reading row(ChangeKind kind, ConsumerMessage message, JsonObject event, Optional<JsonObject> row) {
        if (row.isEmpty()) {
            return Reading.unreadable(Problem.NO_ROW);
        }
        // MariaDB's headers have no positions inside of transactions
        boolean hasPositions = source(message, event, "connector").equals("mysql");
        String gtid = source(message, event, "gtid");
        return change(
                kind,
                qualified(source(message, event, "db"), source(message, event, "table")),
                message,
                row.get(),
                messageKey(message, row.get()),
                gtid,
                hasPositions ? JsonObject.wholeNumber(source(message, event, "pos"), Change.NONE) : Change.NONE,
                ChangeEnd.NOT_SAID);
    }

    @Override
    long sourceMicros(ConsumerMessage message, JsonObject row) {
        JsonObject event = message.json();
        return event == null
                ? 0
                : event.object("source").map(DebeziumLines::micros).orElse(0L);
    }

    @Override
    long envelopeMicros(ConsumerMessage message, JsonObject row) {
        JsonObject event = message.json();
        return event == null ? 0 : micros(event);
    }

    /** Older releases write {@code ts_ms} only. */
    private static long micros(JsonObject timed) {
        long micros = timed.number("ts_us", 0);
        return micros > 0 ? micros : 1_000 * timed.number("ts_ms", 0);
    }

    /** A field of the source, which CloudEvents have as an extension. */
    private static String source(ConsumerMessage message, JsonObject event, String name) {
        String text = event.object("source").map(from -> from.text(name)).orElse("");
        return text.isEmpty() ? message.extension(name) : text;
    }
}
