// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements of one transaction, with repetitions folded into loops: {@code a b c b c b c d} is {@code a (b c)×3 d}.
 *
 * @param operations the operations after folding, one character each
 * @param places for each operation, the index of its first statement
 */
record Folding(String operations, List<Integer> places, List<Loop> loops) {

    /**
     * Maximum number of operations. In longer transactions, the order is dropped: each kind of statement is one loop
     * with its count.
     */
    private static final int MAX = 64;

    private static final int MAX_PERIOD = 16;

    /** A repeated sequence of {@code period} operations from index {@code start}. */
    record Loop(int start, int period, long times) {

        private Loop withoutRepetition() {
            return new Loop(start, period, 1);
        }
    }

    static Folding of(String statements) {
        StringBuilder operations = new StringBuilder();
        List<Integer> places = new ArrayList<>();
        List<Loop> loops = new ArrayList<>();
        int free = 0;
        for (int i = 0; i < statements.length(); i++) {
            operations.append(statements.charAt(i));
            places.add(i);
            if (operations.length() > MAX) {
                return ignoringOrder(statements);
            }
            for (int period = 1; period <= MAX_PERIOD && operations.length() - 2 * period >= free; period++) {
                int round = i + 1 - period;
                if (statements.regionMatches(round - period, statements, round, period)) {
                    free = operations.length() - period;
                    operations.setLength(free);
                    places.subList(free, places.size()).clear();
                    long times = 2;
                    for (; statements.regionMatches(i + 1, statements, round, period); times++) {
                        i += period;
                    }
                    loops.add(new Loop(free - period, period, times));
                    break;
                }
            }
        }
        return new Folding(operations.toString(), places, loops);
    }

    private static Folding ignoringOrder(String statements) {
        Map<Character, Loop> loops = new LinkedHashMap<>();
        StringBuilder operations = new StringBuilder();
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < statements.length(); i++) {
            char operation = statements.charAt(i);
            Loop known = loops.get(operation);
            if (known != null) {
                loops.put(operation, new Loop(known.start, 1, known.times + 1));
            } else if (places.size() < MAX) {
                loops.put(operation, new Loop(places.size(), 1, 1));
                operations.append(operation);
                places.add(i);
            }
        }
        return new Folding(operations.toString(), places, List.copyOf(loops.values()));
    }

    /** Returns a key that is equal for transactions which differ only in their number of repetitions. */
    Object kind() {
        return List.of(operations, loops.stream().map(Loop::withoutRepetition).toList());
    }
}
