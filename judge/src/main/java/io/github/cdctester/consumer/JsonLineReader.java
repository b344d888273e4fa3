// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

abstract class JsonLineReader implements LineReader {

    final Shape shape;
    private final Problem unknownProblem;
    private @Nullable JsonObject lastRow;

    /** {@code unknownProblem} is reported for lines of an unknown format. */
    JsonLineReader(Shape shape, Problem unknownProblem) {
        this.shape = shape;
        this.unknownProblem = unknownProblem;
    }

    @Override
    public Reading read(ConsumerMessage message) {
        JsonObject json = message.json();
        if (json == null) {
            return Reading.unreadable(Problem.NO_JSON);
        }
        Reading reading = read(message, json);
        if (reading != null) {
            return reading;
        }
        if (NonChange.is(json)) {
            return Reading.NOTHING;
        }
        return Reading.unreadable(NonChange.carriesRow(json) ? Problem.UNKNOWN_TYPE : unknownProblem);
    }

    /** Returns {@code null} for a line without a change or transaction mark. */
    abstract @Nullable Reading read(ConsumerMessage message, JsonObject json);

    /** The server's time of the change, in µs since the epoch; 0 if unknown. */
    long sourceMicros(JsonObject event, JsonObject row) {
        return 0;
    }

    /** The consumer's time of the change, in µs since the epoch; 0 if unknown. */
    long envelopeMicros(JsonObject event, JsonObject row) {
        return 0;
    }

    /** Returns true if a changed row without a table name is unreadable. */
    boolean needsTable() {
        return true;
    }

    @Override
    public String stampHint() {
        JsonObject row = lastRow;
        if (row == null) {
            return "";
        }
        String name = StampColumn.nameIn(row);
        if (name == null) {
            return StampColumn.describeNearest(row.names());
        }
        String value = row.text(name);
        return value.isEmpty() ? name + " is null" : "a row has " + name + " " + value;
    }

    static String qualified(String database, String table) {
        return database.isEmpty() || table.isEmpty() ? table : database + "." + table;
    }

    Reading change(
            ChangeKind kind,
            String tableInLine,
            ConsumerMessage message,
            JsonObject row,
            RowKey key,
            String gtid,
            long order,
            ChangeEnd end) {
        String table = shape.tableOf(tableInLine, row.text(shape.tableColumn()), message.topic());
        if (table.isEmpty() && needsTable() && !kind.isSnapshotRow()) {
            return Reading.unreadable(Problem.NO_TABLE);
        }
        lastRow = row;
        String stamp = StampColumn.nameIn(row);
        long sequence = stamp == null ? Change.NONE : row.number(stamp, Change.NONE);
        JsonObject event = Objects.requireNonNull(message.json());
        ChangeTimes times =
                new ChangeTimes(sourceMicros(event, row), envelopeMicros(event, row), message.recordMicros());
        return Reading.of(Change.row(kind, table, key, sequence)
                .withTransaction(gtid, order, end)
                .withTimes(times.isEmpty() ? ChangeTimes.NONE : times));
    }

    /** Uses the message key if it is a JSON object and the shape has no key columns, otherwise {@link #keyOf}. */
    RowKey messageKey(ConsumerMessage message, JsonObject row) {
        JsonObject key = message.key().startsWith("{") && shape.key().isEmpty()
                ? ConsumerMessage.of("", "", message.key(), 0).json()
                : null;
        return key == null ? keyOf(row, List.of()) : RowKey.of(key.texts());
    }

    /** Uses the columns of the shape, else the line's key columns, else {@code id}, else the whole row. */
    RowKey keyOf(JsonObject row, List<String> lineColumns) {
        String absent = firstAbsent(row, shape.key());
        if (absent == null && !shape.key().isEmpty()) {
            return key(row, shape.key());
        }
        if (!lineColumns.isEmpty() && firstAbsent(row, lineColumns) == null) {
            return key(row, lineColumns);
        }
        boolean hasId = row.has(ConsumerLines.DEFAULT_KEY);
        return new RowKey(hasId ? row.text(ConsumerLines.DEFAULT_KEY) : row.toString(), !hasId, absent);
    }

    private static RowKey key(JsonObject row, List<String> columns) {
        return RowKey.of(columns.stream().map(row::text).toList());
    }

    // a loop instead of a stream, because it runs for each row
    private static @Nullable String firstAbsent(JsonObject row, List<String> columns) {
        for (String column : columns) {
            if (!row.has(column)) {
                return column;
            }
        }
        return null;
    }
}
