// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;

/** The formats that are known. */
public enum LineFormat {
    /** Told from the first line that can be told from. */
    AUTO,
    /** Debezium's envelope as JSON. */
    DEBEZIUM,
    /** Canal's flat messages. */
    CANAL,
    /** Maxwell's JSON. */
    MAXWELL,
    /** Rows as Flink prints them, or JSON of Flink's. */
    FLINK,
    /** Table, key and sequence, or what the first line says. */
    CSV,
    /** A transaction's name a line. */
    GTID;

    /** The reader of a format; empty for {@link #AUTO}. */
    Optional<LineForm> form(RowShape shape) {
        return switch (this) {
            case AUTO -> Optional.empty();
            case DEBEZIUM -> Optional.of(new DebeziumLines(shape));
            case CANAL -> Optional.of(new CanalLines(shape));
            case MAXWELL -> Optional.of(new MaxwellLines(shape));
            case FLINK -> Optional.of(new FlinkRows(shape));
            case CSV -> Optional.of(new CsvLines(shape));
            case GTID -> Optional.of(new GtidLines());
        };
    }

    /** The format that a line is of; {@link #AUTO} where it may be of any, or of none. */
    static LineFormat of(String line, RowShape shape) {
        if (FlinkRows.looksLike(line)) {
            return FLINK;
        }
        if (GtidLines.looksLike(line.strip())) {
            return GTID;
        }
        if (!line.startsWith("{")) {
            return CsvLines.looksLike(line) ? CSV : AUTO;
        }
        Optional<LineForm> json = JsonObject.parse(line).flatMap(parsed -> JsonLinesByShape.formOf(parsed, shape));
        if (json.isEmpty()) {
            return AUTO;
        }
        LineForm form = json.get();
        return form instanceof DebeziumLines ? DEBEZIUM : form instanceof CanalLines ? CANAL : MAXWELL;
    }
}
