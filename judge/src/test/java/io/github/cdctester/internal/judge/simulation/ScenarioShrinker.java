// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Removes faults and transactions from a scenario while it still fails. */
final class ScenarioShrinker {

    private ScenarioShrinker() {}

    static Scenario shrink(Scenario failing, Predicate<Scenario> fails) {
        Scenario smallest = failing;
        while (true) {
            Scenario previous = smallest;
            smallest = reduce(smallest, smallest.faults(), smallest::withFaults, fails);
            smallest = reduce(smallest, smallest.transactions(), smallest::withTransactions, fails);
            if (smallest.equals(previous)) {
                return smallest;
            }
        }
    }

    /** Removes halves of the elements, then quarters, and so on, down to single elements. */
    private static <T> Scenario reduce(
            Scenario start, List<T> elements, Function<List<T>, Scenario> with, Predicate<Scenario> fails) {
        Scenario smallest = start;
        List<T> remaining = new ArrayList<>(elements);
        for (int size = Math.max(1, remaining.size() / 2); size >= 1; size /= 2) {
            for (int from = 0; from < remaining.size(); ) {
                List<T> fewer = new ArrayList<>(remaining);
                fewer.subList(from, Math.min(remaining.size(), from + size)).clear();
                Scenario candidate = with.apply(fewer);
                if (fails.test(candidate)) {
                    remaining = fewer;
                    smallest = candidate;
                } else {
                    from += size;
                }
            }
        }
        return smallest;
    }
}
