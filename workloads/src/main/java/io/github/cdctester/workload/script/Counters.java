// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Counters of sequences. */
interface Counters {

    /** A sequence, from its first number on. */
    LongSupplier sequence(Object owner, long first);

    /** Finds the numbers after the highest in a column, which is queried once per run. */
    LongSupplier behind(Column column);

    /**
     * One end of a column of a table.
     *
     * @param times how many rows have the same number in it; 1 if it is unique
     * @param oldest whether numbers continue from the lowest rather than after the highest
     */
    record Column(String table, String name, long times, boolean oldest) {

        /** Returns the first number, from the value at that end. */
        long first(long end) {
            return (oldest ? end - 1 : end) * times + 1;
        }

        @Override
        public String toString() {
            return table + "." + name + (oldest ? " lowest" : "");
        }
    }

    /** A sequence counts the rows of a table, so that a row's number does not depend on which thread loads it. */
    final class OfRows implements Counters {

        private long row;

        /** The number of the row that is made next, from 0. */
        void row(long number) {
            row = number;
        }

        @Override
        public LongSupplier sequence(Object owner, long first) {
            return () -> first + row;
        }

        @Override
        public LongSupplier behind(Column column) {
            throw new IllegalStateException("refused when the file was read");
        }
    }

    /** Counters of all sessions together, in all processes: no number is given twice. */
    final class Shared implements Counters {

        private final SharedNumbers numbers;
        private final Map<Object, LongSupplier> counters = new ConcurrentHashMap<>();

        Shared(SharedNumbers numbers) {
            this.numbers = numbers;
        }

        @Override
        public LongSupplier sequence(Object owner, long first) {
            return counters.computeIfAbsent(owner, key -> numbers.strided(first));
        }

        @Override
        public LongSupplier behind(Column column) {
            LongSupplier counter = counters.get(column);
            if (counter == null) {
                throw new IllegalStateException("nobody asked for the end of " + column);
            }
            return counter;
        }

        boolean contains(Column column) {
            return counters.containsKey(column);
        }

        void start(Column column, long end) {
            counters.put(column, numbers.strided(column.first(end)));
        }
    }
}
