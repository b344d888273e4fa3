// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The numbers that all workers of a workload have in common, in all processes.
 *
 * @param index this process's number, from 0
 * @param of the number of processes, from 1
 * @param found values read from the tables before the first write, by name; empty if this process reads them itself
 */
public record SharedNumbers(long seed, int index, int of, Map<String, Long> found) {

    public SharedNumbers {
        if (of < 1 || index < 0 || index >= of) {
            throw new IllegalArgumentException("there is no process " + index + " of " + of);
        }
        found = Map.copyOf(found);
    }

    /** The numbers of a workload in one process, by the user's seed; 0 for other numbers in each run. */
    public static SharedNumbers alone(long wanted) {
        return new SharedNumbers(wanted == 0 ? new SplittableRandom().nextLong() : wanted, 0, 1, Map.of());
    }

    /** The same for one of several processes, by its number from 0. */
    public SharedNumbers part(int number, int processes) {
        return new SharedNumbers(seed, number, processes, found);
    }

    /** Numbers of which each is given once, in all processes together: of n processes each gives every n-th. For any thread. */
    public LongSupplier strided(long first) {
        AtomicLong next = new AtomicLong(first + index);
        return () -> next.getAndAdd(of);
    }

    /** Returns a copy with values read from the tables. */
    public SharedNumbers with(Map<String, Long> there) {
        return new SharedNumbers(seed, index, of, there);
    }
}
