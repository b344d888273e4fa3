// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.RandomNumbers;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The definition of a value in a file; makes a value for each thread. Shared by all threads. */
@FunctionalInterface
interface ValueSource {

    /** A value of the thread that draws, which has nothing before its first draw. */
    Value value(ValueRandoms draws, Scope scope);

    /**
     * The sources that one thread's values are drawn from.
     *
     * @param random the thread's own random numbers
     */
    record ValueRandoms(SplittableRandom random, RandomNumbers numbers, Counters counters) {}

    /** The names visible at some place: the names of the block, then of the blocks around it. */
    final class Scope {

        private final @Nullable Scope around;
        private final Map<String, Value> values = new HashMap<>();

        Scope(@Nullable Scope around) {
            this.around = around;
        }

        void put(String name, Value value) {
            values.put(name, value);
        }

        /** Creates values one after the other; each can use the earlier ones. */
        Value[] add(Map<String, ValueSource> sources, ValueRandoms draws) {
            Value[] made = new Value[sources.size()];
            int place = 0;
            for (var source : sources.entrySet()) {
                made[place] = source.getValue().value(draws, this);
                put(source.getKey(), made[place++]);
            }
            return made;
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
}
