// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.RandomNumbers;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The definition of a value in a workload file. All threads share it. */
@FunctionalInterface
interface ValueSource {

    /** The value is undefined before its first draw. */
    Value value(ValueRandoms draws, Scope scope);

    /** @param random confined to one thread */
    record ValueRandoms(SplittableRandom random, RandomNumbers numbers, Counters counters) {}

    /** The names of a block, and of the blocks around it. */
    final class Scope {

        private final @Nullable Scope outer;
        private final Map<String, Value> values = new HashMap<>();

        Scope(@Nullable Scope outer) {
            this.outer = outer;
        }

        void put(String name, Value value) {
            values.put(name, value);
        }

        /** Each value can use the earlier values. */
        Value[] add(Map<String, ValueSource> sources, ValueRandoms draws) {
            Value[] newValues = new Value[sources.size()];
            int index = 0;
            for (var source : sources.entrySet()) {
                newValues[index] = source.getValue().value(draws, this);
                put(source.getKey(), newValues[index++]);
            }
            return newValues;
        }

        Value get(String name) {
            Value value = values.get(name);
            if (value != null) {
                return value;
            }
            if (outer == null) {
                throw new IllegalStateException("the file was read with a name that is not there: " + name);
            }
            return outer.get(name);
        }
    }
}
