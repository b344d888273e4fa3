// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements of one transaction, with repetitions folded into loops: {@code a b c b c b c d} is {@code a (b c)×3 d}.
 *
 * @param firstStatements for each operation, the index of its first statement
 */
record Folding(String operations, List<Integer> firstStatements, List<Loop> loops) {

    /** In longer transactions, the order is dropped: each of the first 64 kinds of statement is one loop with its count. */
    private static final int MAX_OPERATIONS = 64;

    private static final int MAX_PERIOD = 16;

    /** A repeated sequence of {@code period} operations from index {@code start}. */
    record Loop(int start, int period, long times) {

        private Loop withoutRepetition() {
            return new Loop(start, period, 1);
        }
    }

    static Folding of(String statements) {
        StringBuilder operations = new StringBuilder();
        List<Integer> firstStatements = new ArrayList<>();
        List<Loop> loops = new ArrayList<>();
        int foldedEnd = 0;
        for (int i = 0; i < statements.length(); i++) {
            operations.append(statements.charAt(i));
            firstStatements.add(i);
            if (operations.length() > MAX_OPERATIONS) {
                return ignoringOrder(statements);
            }
            for (int period = 1; period <= MAX_PERIOD && operations.length() - 2 * period >= foldedEnd; period++) {
                int roundStart = i + 1 - period;
                if (statements.regionMatches(roundStart - period, statements, roundStart, period)) {
                    foldedEnd = operations.length() - period;
                    operations.setLength(foldedEnd);
                    firstStatements.subList(foldedEnd, firstStatements.size()).clear();
                    long times = 2;
                    for (; statements.regionMatches(i + 1, statements, roundStart, period); times++) {
                        i += period;
                    }
                    loops.add(new Loop(foldedEnd - period, period, times));
                    break;
                }
            }
        }
        return new Folding(operations.toString(), firstStatements, loops);
    }

    private static Folding ignoringOrder(String statements) {
        Map<Character, Loop> loops = new LinkedHashMap<>();
        StringBuilder operations = new StringBuilder();
        List<Integer> firstStatements = new ArrayList<>();
        for (int i = 0; i < statements.length(); i++) {
            char operation = statements.charAt(i);
            Loop loop = loops.get(operation);
            if (loop != null) {
                loops.put(operation, new Loop(loop.start, 1, loop.times + 1));
            } else if (firstStatements.size() < MAX_OPERATIONS) {
                loops.put(operation, new Loop(firstStatements.size(), 1, 1));
                operations.append(operation);
                firstStatements.add(i);
            }
        }
        return new Folding(operations.toString(), firstStatements, List.copyOf(loops.values()));
    }

    /** Equal for transactions that differ only in their number of repetitions. */
    Object kind() {
        return List.of(operations, loops.stream().map(Loop::withoutRepetition).toList());
    }
}
