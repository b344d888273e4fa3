// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The tables of a storm; each is given to one worker at a time. With one worker the seed decides the order of all steps; with
 * several, only the order of each table's steps.
 */
final class StormLanes {

    /** The next step; {@code number} is its place among the steps of all tables, from 1. */
    record Turn(StormTable table, long number) {}

    final StormServer server;
    final Storm spec;

    /** The beginning of the names of XA transactions. */
    final String xid;

    /** The kinds of steps in the order in which a table takes them. */
    final List<StormKind> deck;

    /** True until one of the processes has marked the tables as used. */
    final AtomicBoolean unused;

    private final long seed;
    private final SplittableRandom random;
    private final List<Integer> free = new ArrayList<>();
    private final Map<Integer, StormTable> made = new HashMap<>();
    private long steps;

    /** One of each {@code of} tables, if there are several processes; each has at least one. */
    StormLanes(StormServer server, Storm spec, SharedNumbers numbers, String xid) {
        this.server = server;
        this.spec = spec;
        this.xid = xid;
        unused = new AtomicBoolean(numbers.index() == 0);
        seed = numbers.seed();
        random = new SplittableRandom(seed + numbers.index());
        List<StormKind> kinds = new ArrayList<>(server.kinds());
        Collections.shuffle(kinds, new Random(seed));
        deck = List.copyOf(kinds);
        for (int number = numbers.index(); free.isEmpty() || number < spec.tables(); number += numbers.of()) {
            free.add(number);
        }
    }

    /** Returns the next step; waits for a table if other workers use all of them. */
    @SuppressWarnings("ListRemoveAmbiguous") // by its index
    synchronized Turn turn() throws InterruptedException {
        while (free.isEmpty()) {
            wait();
        }
        Collections.swap(free, random.nextInt(free.size()), free.size() - 1);
        int number = free.remove(free.size() - 1);
        return new Turn(made.computeIfAbsent(number, one -> new StormTable(one, this, seed)), ++steps);
    }

    /** A worker is done with a table. */
    synchronized void end(StormTable table) {
        free.add(table.number);
        notifyAll();
    }

    /** A table was made again: its sequence of steps begins again. */
    synchronized void rebuilt(StormTable table) {
        made.remove(table.number);
    }
}
