// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.Change.End;
import io.github.cdctester.consumer.Change.Kind;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe.Problem;
import io.github.cdctester.internal.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Formats in which a line is a JSON object. */
abstract class JsonLineReader implements LineReader {

    final Shape shape;

    JsonLineReader(Shape shape) {
        this.shape = shape;
    }

    /** The format of an object; empty where it may be of any, or of none. */
    static Optional<Format> formatOf(JsonObject line) {
        if (DebeziumLines.looksLike(line)) {
            return Optional.of(Format.DEBEZIUM);
        }
        if (CanalLines.looksLike(line)) {
            return Optional.of(Format.CANAL);
        }
        return MaxwellLines.looksLike(line) ? Optional.of(Format.MAXWELL) : Optional.empty();
    }

    @Override
    public Reading read(String key, String line) {
        return JsonObject.parse(line)
                .map(message -> read(key, message))
                .orElseGet(() -> Reading.unreadable(Problem.NO_JSON));
    }

    abstract Reading read(String key, JsonObject message);

    /** A table's name with its schema, where both are known. */
    static String qualified(String database, String table) {
        return database.isEmpty() || table.isEmpty() ? table : database + "." + table;
    }

    /** A row's change; empty where its table is not known. */
    Optional<Change> change(Kind kind, String named, JsonObject row, String key, String gtid, long order, End end) {
        String table = shape.tableOf(named, row.text(shape.tableColumn()));
        return table.isEmpty()
                ? Optional.empty()
                : Optional.of(Change.row(kind, table, key, row.number(ConsumerLines.STAMP_COLUMN, Change.NONE))
                        .in(gtid, order, end));
    }

    /**
     * The key of a row: by the columns of the shape, else those that the line names, else {@code id}. The whole row stands in where
     * there is none of them: two rows of a transaction then stay apart, and only the order of one row's changes is not checked.
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
