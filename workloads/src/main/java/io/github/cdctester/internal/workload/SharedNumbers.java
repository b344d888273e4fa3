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
 * @param processes number of processes, from 1
 * @param valuesFromTables values by name that were read from the tables before the first write; empty until this or another
 *     process has read them
 */
public record SharedNumbers(long seed, int index, int processes, Map<String, Long> valuesFromTables) {

    public SharedNumbers {
        if (processes < 1 || index < 0 || index >= processes) {
            throw new IllegalArgumentException("there is no process " + index + " of " + processes);
        }
        valuesFromTables = Map.copyOf(valuesFromTables);
    }

    /** Replaces a seed of 0 by a random seed. */
    public static SharedNumbers forSingleProcess(long userSeed) {
        return new SharedNumbers(userSeed == 0 ? new SplittableRandom().nextLong() : userSeed, 0, 1, Map.of());
    }

    /** {@code newIndex} is the number of this process, from 0. */
    public SharedNumbers forProcess(int newIndex, int processes) {
        return new SharedNumbers(seed, newIndex, processes, valuesFromTables);
    }

    /** Thread-safe. Each of n processes counts in steps of n, so that no two processes return the same number. */
    public LongSupplier counterFrom(long first) {
        AtomicLong next = new AtomicLong(first + index);
        return () -> next.getAndAdd(processes);
    }

    public SharedNumbers withValuesFromTables(Map<String, Long> readValues) {
        return new SharedNumbers(seed, index, processes, readValues);
    }
}
