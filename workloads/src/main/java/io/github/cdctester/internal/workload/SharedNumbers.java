// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Numbers that the workers of all processes share, and the place of this process.
 *
 * @param index number of this process, from 0
 * @param processes number of processes, from 1; includes processes that may start later
 * @param existingRows part of this process in existing rows and tables, which are divided without gaps
 * @param valuesFromTables values by name that were read from the tables before the first write; empty until this or another
 *     process has read them
 */
public record SharedNumbers(
        long seed, int index, int processes, ExistingRows existingRows, Map<String, Long> valuesFromTables) {

    /**
     * A process's part of existing rows or tables: every n-th of them.
     *
     * @param index number of this process, from 0
     * @param processes number of processes that use the rows, from 1
     */
    public record ExistingRows(int index, int processes) {

        public ExistingRows {
            requireProcess(index, processes);
        }

        /** Returns a thread-safe counter like {@link SharedNumbers#counterFrom}. */
        public LongSupplier counterFrom(long first) {
            return counter(first + index, processes);
        }
    }

    public SharedNumbers {
        requireProcess(index, processes);
        valuesFromTables = Map.copyOf(valuesFromTables);
    }

    /** Replaces a seed of 0 by a random seed. */
    public static SharedNumbers forSingleProcess(long userSeed) {
        return new SharedNumbers(
                userSeed == 0 ? new SplittableRandom().nextLong() : userSeed, 0, 1, new ExistingRows(0, 1), Map.of());
    }

    private static void requireProcess(int index, int processes) {
        if (processes < 1 || index < 0 || index >= processes) {
            throw new IllegalArgumentException("there is no process " + index + " of " + processes);
        }
    }

    /** {@code newIndex} is the number of this process, from 0. */
    public SharedNumbers forProcess(int newIndex, int processes) {
        return new SharedNumbers(seed, newIndex, processes, new ExistingRows(newIndex, processes), valuesFromTables);
    }

    /** Returns a copy for a process that uses another part of the existing rows. */
    public SharedNumbers withExistingRows(int newIndex, int rowProcesses) {
        return new SharedNumbers(seed, index, processes, new ExistingRows(newIndex, rowProcesses), valuesFromTables);
    }

    /** Thread-safe. Each of n processes counts in steps of n, so that no two processes return the same number. */
    public LongSupplier counterFrom(long first) {
        return counter(first + index, processes);
    }

    private static LongSupplier counter(long first, int step) {
        AtomicLong next = new AtomicLong(first);
        return () -> next.getAndAdd(step);
    }

    public SharedNumbers withValuesFromTables(Map<String, Long> readValues) {
        return new SharedNumbers(seed, index, processes, existingRows, readValues);
    }
}
