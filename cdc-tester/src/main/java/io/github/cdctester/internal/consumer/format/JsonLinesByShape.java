// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;

/** Reads JSON lines of whichever format they look like, each for itself. */
final class JsonLinesByShape implements LineForm {

    private final RowShape shape;

    JsonLinesByShape(RowShape shape) {
        this.shape = shape;
    }

    /** The format that an object looks like; empty where it may be of any, or of none. */
    static Optional<LineForm> formOf(JsonObject line, RowShape shape) {
        if (DebeziumLines.looksLike(line)) {
            return Optional.of(new DebeziumLines(shape));
        }
        if (CanalLines.looksLike(line)) {
            return Optional.of(new CanalLines(shape));
        }
        return MaxwellLines.looksLike(line) ? Optional.of(new MaxwellLines(shape)) : Optional.empty();
    }

    @Override
    public Reading read(String key, String line) {
        Optional<JsonObject> parsed = JsonObject.parse(line);
        if (parsed.isEmpty()) {
            return Reading.fault("no JSON object");
        }
        Optional<LineForm> form = formOf(parsed.get(), shape);
        if (form.isEmpty()) {
            return DebeziumLines.saysNothing(parsed.get())
                    ? Reading.NOTHING
                    : Reading.fault("neither Debezium's, nor Canal's, nor Maxwell's JSON");
        }
        return form.get().read(key, line);
    }
}
