// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values that can be named at some place: those of the block, then those of the blocks around it. */
final class Scope {

    private final @Nullable Scope around;
    private final Map<String, Value> values = new HashMap<>();

    Scope(@Nullable Scope around) {
        this.around = around;
    }

    void put(String name, Value value) {
        values.put(name, value);
    }

    Value get(String name) {
        Value value = values.get(name);
        if (value != null) {
            return value;
        }
        if (around == null) {
            throw new IllegalStateException("the file was read with a name that is not there: " + name);
        }
        return around.get(name);
    }
}
