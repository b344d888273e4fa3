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
            Scenario before = smallest;
            smallest = reduce(smallest, smallest.faults(), smallest::withFaults, fails);
            smallest = reduce(smallest, smallest.transactions(), smallest::withTransactions, fails);
            if (smallest.equals(before)) {
                return smallest;
            }
        }
    }

    /** Removes halves of the elements, then quarters, and so on, down to single elements. */
    private static <T> Scenario reduce(
            Scenario start, List<T> elements, Function<List<T>, Scenario> with, Predicate<Scenario> fails) {
        Scenario smallest = start;
        List<T> left = new ArrayList<>(elements);
        for (int size = Math.max(1, left.size() / 2); size >= 1; size /= 2) {
            for (int from = 0; from < left.size(); ) {
                List<T> fewer = new ArrayList<>(left);
                fewer.subList(from, Math.min(left.size(), from + size)).clear();
                Scenario tried = with.apply(fewer);
                if (fails.test(tried)) {
                    left = fewer;
                    smallest = tried;
                } else {
                    from += size;
                }
            }
        }
        return smallest;
    }
}
