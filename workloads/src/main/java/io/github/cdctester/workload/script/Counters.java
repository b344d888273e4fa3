// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

interface Counters {

    /** A new counter starts at {@code first}. */
    LongSupplier sequence(Object sequenceKey, long first);

    /** The column's lowest or highest value is queried once per run. */
    LongSupplier continuationOf(Column column);

    /**
     * @param rowsPerValue number of rows that share each value; 1 if values are unique
     * @param oldest true if numbers start at the lowest value, false if they start after the highest value
     */
    record Column(String table, String name, long rowsPerValue, boolean oldest) {

        /** {@code end} is the lowest or highest value in the column. */
        long first(long end) {
            return (oldest ? end - 1 : end) * rowsPerValue + 1;
        }

        @Override
        public String toString() {
            return table + "." + name + (oldest ? " lowest" : "");
        }
    }

    /** Sequences count the table's rows, so that a row's numbers do not depend on the thread that creates it. */
    final class RowCounters implements Counters {

        private long row;

        void setRow(long number) {
            row = number;
        }

        @Override
        public LongSupplier sequence(Object sequenceKey, long first) {
            return () -> first + row;
        }

        @Override
        public LongSupplier continuationOf(Column column) {
            throw new IllegalStateException("refused when the file was read");
        }
    }

    /** All sessions of all processes share these counters, so that no number is used twice. */
    final class SharedCounters implements Counters {

        private final SharedNumbers numbers;
        private final Map<Object, LongSupplier> counters = new ConcurrentHashMap<>();

        SharedCounters(SharedNumbers numbers) {
            this.numbers = numbers;
        }

        @Override
        public LongSupplier sequence(Object sequenceKey, long first) {
            return counters.computeIfAbsent(sequenceKey, key -> numbers.counterFrom(first));
        }

        @Override
        public LongSupplier continuationOf(Column column) {
            LongSupplier counter = counters.get(column);
            if (counter == null) {
                throw new IllegalStateException("no value reads the end of " + column);
            }
            return counter;
        }

        boolean contains(Column column) {
            return counters.containsKey(column);
        }

        void start(Column column, long columnEnd) {
            counters.put(column, numbers.counterFrom(column.first(columnEnd)));
        }
    }
}
