// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * Gives workers their tables: each step is of a table that no other worker is at. With one worker the seed decides the order of all
 * steps; with several that of each table's own.
 */
final class StormLanes {

    /** A step is to be made; {@code number} is its place among those of all tables, from 1. */
    record Turn(StormTable table, long number) {}

    private final List<Integer> free = new ArrayList<>();
    private final Map<Integer, StormTable> made = new HashMap<>();
    private final SplittableRandom random;
    private final IntFunction<StormTable> maker;
    private long steps;

    /** Of each {@code of} tables one, from the one with the number {@code index} on; a process has one at least. */
    StormLanes(int tables, int index, int of, long seed, IntFunction<StormTable> maker) {
        int number = index;
        do {
            free.add(number);
            number += of;
        } while (number < tables);
        random = new SplittableRandom(seed + index);
        this.maker = maker;
    }

    /** The next step; waits for a table where other workers are at all of them. */
    synchronized Turn turn() throws InterruptedException {
        while (free.isEmpty()) {
            wait();
        }
        Collections.swap(free, random.nextInt(free.size()), free.size() - 1);
        int number = free.remove(free.size() - 1);
        return new Turn(made.computeIfAbsent(number, maker::apply), ++steps);
    }

    /** A worker is done with a table. */
    synchronized void end(StormTable table) {
        free.add(table.number);
        notifyAll();
    }

    /** A table was made anew: its sequence of steps begins again. */
    synchronized void rebuilt(StormTable table) {
        made.remove(table.number);
    }
}
