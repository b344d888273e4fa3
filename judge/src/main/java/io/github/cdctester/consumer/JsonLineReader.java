// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.ChangeEnd;
import io.github.cdctester.consumer.Change.ChangeKind;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.judge.consumer.feed.ChangeTimes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Base of the formats whose lines are JSON objects. */
abstract class JsonLineReader implements LineReader {

    final Shape shape;
    private final Problem other;
    private @Nullable JsonObject lastRow;

    /** Creates a reader; {@code other} is the problem reported for lines of other formats. */
    JsonLineReader(Shape shape, Problem other) {
        this.shape = shape;
        this.other = other;
    }

    /** Classifies a line: a change, a {@linkplain NonChange known line without a change}, or unreadable. */
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
        return Reading.unreadable(NonChange.carriesRow(json) ? Problem.UNKNOWN_TYPE : other);
    }

    /** Reads a change or the mark of a transaction; returns {@code null} for everything else. */
    abstract @Nullable Reading read(ConsumerMessage message, JsonObject json);

    /** Returns the server's time of the change, in µs since the epoch; 0 if the line does not contain it. */
    long sourceMicros(ConsumerMessage message, JsonObject row) {
        return 0;
    }

    /** Returns the consumer's time of the change, in µs since the epoch; 0 if the line does not contain it. */
    long envelopeMicros(ConsumerMessage message, JsonObject row) {
        return 0;
    }

    /** Returns true if a row's table must be known. */
    boolean needsTable() {
        return true;
    }

    @Override
    public String stampSought() {
        JsonObject row = lastRow;
        if (row == null) {
            return "";
        }
        String name = StampColumn.in(row);
        if (name == null) {
            return StampColumn.nearest(row.names());
        }
        String value = row.text(name);
        return value.isEmpty() ? name + " is null" : "a row has " + name + " " + value;
    }

    /** Returns a table's name with its schema if both are known. */
    static String qualified(String database, String table) {
        return database.isEmpty() || table.isEmpty() ? table : database + "." + table;
    }

    /** Creates the change of a row. */
    Reading change(
            ChangeKind kind,
            String named,
            ConsumerMessage message,
            JsonObject row,
            String key,
            String gtid,
            long order,
            ChangeEnd end) {
        String table = shape.tableOf(named, row.text(shape.tableColumn()), message.topic());
        if (table.isEmpty() && needsTable() && !kind.isOfSnapshot()) {
            return Reading.unreadable(Problem.NO_TABLE);
        }
        lastRow = row;
        String stamp = StampColumn.in(row);
        long sequence = stamp == null ? Change.NONE : row.number(stamp, Change.NONE);
        ChangeTimes times =
                new ChangeTimes(sourceMicros(message, row), envelopeMicros(message, row), message.recordMicros());
        return Reading.of(Change.row(kind, table, key, sequence)
                .in(gtid, order, end)
                .at(times.isEmpty() ? ChangeTimes.NONE : times));
    }

    /** Returns the key of the message if it has one, else {@link #keyOf}. */
    String messageKey(ConsumerMessage message, JsonObject row) {
        JsonObject key = message.key().startsWith("{") && shape.key().isEmpty()
                ? ConsumerMessage.of("", "", message.key(), 0).json()
                : null;
        return key == null ? keyOf(row, List.of()) : String.join(",", key.texts());
    }

    /**
     * Returns the key of a row: the columns of the shape, else the line's key columns, else {@code id}, else the whole row. The whole
     * row keeps the rows of a transaction separate, but does not allow a check of the order of one row's changes.
     */
    String keyOf(JsonObject row, List<String> named) {
        for (List<String> columns : List.of(shape.key(), named, List.of(ConsumerLines.USUAL_KEY))) {
            if (!columns.isEmpty() && columns.stream().allMatch(row::has)) {
                return String.join(",", columns.stream().map(row::text).toList());
            }
        }
        return row.toString();
    }
}
