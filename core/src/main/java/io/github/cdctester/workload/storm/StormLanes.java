// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Gives workers their tables: each step is of a table that no other worker is at. With one worker the seed decides the order of all
 * steps; with several that of each table's own.
 */
final class StormLanes {

    /** A worker's step, from when it is drawn until it is done. */
    static final class Turn {
        final StormTable table;

        @Nullable
        StormStep step;

        long number;
        int unitsDone;

        private Turn(StormTable table) {
            this.table = table;
        }
    }

    private final @Nullable StormTable[] tables;
    private final boolean[] taken;
    private final int index;
    private final int of;
    private final SplittableRandom random;
    private final IntFunction<StormTable> maker;
    private final Map<Integer, Turn> turns = new HashMap<>();
    private final Set<Integer> doubtful = new HashSet<>();
    private long steps;

    StormLanes(int tables, int index, int of, long seed, IntFunction<StormTable> maker) {
        this.index = index;
        this.of = of;
        int own = Math.max(1, (tables - index + of - 1) / of);
        this.tables = new StormTable[own];
        taken = new boolean[own];
        random = new SplittableRandom(seed + index);
        this.maker = maker;
    }

    /** The step that a worker is at, or the next one; waits for a table where other workers are at all of them. */
    synchronized Turn turn(int worker) throws InterruptedException {
        Turn begun = turns.get(worker);
        if (begun != null) {
            return begun;
        }
        int at = free();
        while (at < 0) {
            wait();
            at = free();
        }
        taken[at] = true;
        StormTable table = tables[at];
        if (table == null) {
            table = maker.apply(index + at * of);
            tables[at] = table;
        }
        Turn made = new Turn(table);
        made.number = ++steps;
        turns.put(worker, made);
        return made;
    }

    private int free() {
        int first = random.nextInt(tables.length);
        for (int i = 0; i < tables.length; i++) {
            int at = (first + i) % tables.length;
            if (!taken[at]) {
                return at;
            }
        }
        return -1;
    }

    /** A worker is done with its step. */
    synchronized void end(int worker) {
        Turn ended = turns.remove(worker);
        if (ended != null) {
            taken[(ended.table.number - index) / of] = false;
            notifyAll();
        }
    }

    /** A worker goes; says whether it was in the middle of a step, so that nobody knows how its table is. */
    synchronized boolean leave(int worker) {
        Turn left = turns.get(worker);
        if (left == null) {
            return false;
        }
        doubtful.add(left.table.number);
        end(worker);
        return true;
    }

    /** Whether a table has to be made anew before anything else. */
    synchronized boolean isDoubtful(StormTable table) {
        return doubtful.contains(table.number);
    }

    /** A table was made anew: its sequence of steps begins again. */
    synchronized void rebuilt(StormTable table) {
        doubtful.remove(table.number);
        tables[(table.number - index) / of] = null;
    }
}
