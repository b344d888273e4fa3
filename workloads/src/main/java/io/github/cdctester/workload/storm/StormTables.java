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
 * Assigns tables to workers; each table is used by one worker at a time. The seed determines the order of each table's steps, and with
 * one worker the order of all steps.
 */
final class StormTables {

    /** {@code number} counts the steps of all tables, from 1. */
    record Turn(StormTable table, long number) {}

    final StormServer server;
    final Storm spec;

    final String xidPrefix;

    /** In the order in which each table uses the kinds. */
    final List<StormKind> kindOrder;

    /** True until a worker of the first process drops {@link StormObjects#UNUSED}; false in all other processes. */
    final AtomicBoolean mustDropUnusedTable;

    private final long seed;
    private final SplittableRandom random;
    private final List<Integer> freeTables = new ArrayList<>();
    private final Map<Integer, StormTable> createdTables = new HashMap<>();
    private long steps;

    /**
     * With n processes, each process uses every n-th table.
     *
     * @throws io.github.cdctester.failure.InvalidPlanException if no table is left for this process
     */
    StormTables(StormServer server, Storm spec, SharedNumbers numbers, String xidPrefix) {
        spec.checkProcesses(numbers.index() + 1); // a node that joins late
        this.server = server;
        this.spec = spec;
        this.xidPrefix = xidPrefix;
        mustDropUnusedTable = new AtomicBoolean(numbers.index() == 0);
        seed = numbers.seed();
        random = new SplittableRandom(seed + numbers.index());
        List<StormKind> kinds = new ArrayList<>(server.kinds());
        Collections.shuffle(kinds, new Random(seed));
        kindOrder = List.copyOf(kinds);
        for (int number = numbers.index(); number < spec.tables(); number += numbers.processes()) {
            freeTables.add(number);
        }
    }

    /** Waits if other workers use all tables. */
    @SuppressWarnings("ListRemoveAmbiguous") // removes by index
    synchronized Turn nextTurn() throws InterruptedException {
        while (freeTables.isEmpty()) {
            wait();
        }
        Collections.swap(freeTables, random.nextInt(freeTables.size()), freeTables.size() - 1);
        int number = freeTables.remove(freeTables.size() - 1);
        return new Turn(
                createdTables.computeIfAbsent(number, tableNumber -> new StormTable(tableNumber, this, seed)), ++steps);
    }

    synchronized void release(StormTable table) {
        freeTables.add(table.number);
        notifyAll();
    }

    /** Restarts the table's sequence of steps. */
    synchronized void onRebuilt(StormTable table) {
        createdTables.remove(table.number);
    }
}
