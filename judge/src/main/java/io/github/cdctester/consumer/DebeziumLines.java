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
 * Debezium's envelope as JSON, with or without its schema, and the JSON of Flink's {@code debezium-json} format.
 *
 * <p>Source: Debezium's documentation of the connectors for MySQL and MariaDB, "Data change events". {@code op} is {@code c},
 * {@code u}, {@code d}, {@code r} (snapshot), {@code t} (TRUNCATE) or {@code m} (message). {@code before} and {@code after} are
 * rows. {@code source} contains {@code db}, {@code connector}, {@code table}, {@code gtid}, {@code pos}, and {@code snapshot},
 * which is {@code incremental} if a signal requested a snapshot during the stream.
 *
 * <p>In messages of "Transaction metadata", {@code status} is {@code BEGIN} or {@code END}, {@code id} is the GTID, and
 * {@code event_count} is the number of changes. In CloudEvents, {@code op} and the fields of the source may be extensions.
 *
 * <p>{@code source.pos} is the start offset of the row's event, so it does not identify a transaction. In MySQL's log, this
 * offset never decreases within a transaction, so a decrease reveals a repetition.
 */
final class DebeziumLines extends JsonLineReader {

    private static final List<String> TRANSACTION_FIELDS =
            List.of("status", "id", "ts_ms", "ts_us", "ts_ns", "event_count", "data_collections");

    /** For a delete without {@code before}. */
    private static final Optional<JsonObject> EMPTY_ROW = JsonObject.parse("{}");

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
                && NonChange.hasOnly(TRANSACTION_FIELDS, event);
    }

    @Override
    @Nullable
    Reading read(ConsumerMessage message, JsonObject event) {
        if (isTransaction(event)) {
            String id = event.text("id");
            String gtid = id.indexOf('=') >= 0 ? "" : id; // without GTIDs, the id is the start position: file=…,pos=…
            return Reading.of(
                    event.text("status").equals("END")
                            ? Change.transactionEndWithRows(gtid, event.number("event_count", Change.NONE))
                            : Change.transaction(gtid, ChangeEnd.OPEN));
        }
        String op = event.has("op") ? event.text("op") : message.extension("op");
        return switch (op) {
            case "c", "u" -> row(ChangeKind.WRITTEN, message, event, event.row("after"));
            case "d" ->
                row(ChangeKind.DELETED, message, event, event.row("before").or(() -> EMPTY_ROW));
            case "r" -> row(snapshotKind(message, event), message, event, event.row("after"));
            default -> null;
        };
    }

    private static ChangeKind snapshotKind(ConsumerMessage message, JsonObject event) {
        return source(message, event, "snapshot").equals("incremental") ? ChangeKind.INCREMENTAL : ChangeKind.SNAPSHOT;
    }

    private Reading row(ChangeKind kind, ConsumerMessage message, JsonObject event, Optional<JsonObject> row) {
        if (row.isEmpty()) {
            return Reading.unreadable(Problem.NO_ROW);
        }
        // event headers of MariaDB have no positions inside transactions
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
                ChangeEnd.UNMARKED);
    }

    @Override
    long sourceMicros(JsonObject event, JsonObject row) {
        return event.object("source").map(DebeziumLines::micros).orElse(0L);
    }

    @Override
    long envelopeMicros(JsonObject event, JsonObject row) {
        return micros(event);
    }

    /** In µs since the epoch. Older releases write {@code ts_ms} only. */
    private static long micros(JsonObject timestamps) {
        long micros = timestamps.number("ts_us", 0);
        return micros > 0 ? micros : 1_000 * timestamps.number("ts_ms", 0);
    }

    /** CloudEvents may contain this field as an extension instead. */
    private static String source(ConsumerMessage message, JsonObject event, String name) {
        String text = event.object("source").map(from -> from.text(name)).orElse("");
        return text.isEmpty() ? message.extension(name) : text;
    }
}
