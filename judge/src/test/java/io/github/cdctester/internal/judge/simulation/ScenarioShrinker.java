// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

final class ScenarioShrinker {

    private ScenarioShrinker() {}

    static Scenario shrink(Scenario failingScenario, Predicate<Scenario> fails) {
        Scenario smallest = failingScenario;
        while (true) {
            Scenario previous = smallest;
            smallest = reduce(smallest, smallest.faults(), smallest::withFaults, fails);
            smallest = reduce(smallest, smallest.transactions(), smallest::withTransactions, fails);
            if (smallest.equals(previous)) {
                return smallest;
            }
        }
    }

    /** Removes halves of the elements, then quarters, and so on. */
    private static <T> Scenario reduce(
            Scenario start, List<T> elements, Function<List<T>, Scenario> withElements, Predicate<Scenario> fails) {
        Scenario smallest = start;
        List<T> remaining = new ArrayList<>(elements);
        for (int size = Math.max(1, remaining.size() / 2); size >= 1; size /= 2) {
            for (int from = 0; from < remaining.size(); ) {
                List<T> fewerElements = new ArrayList<>(remaining);
                fewerElements
                        .subList(from, Math.min(remaining.size(), from + size))
                        .clear();
                Scenario candidate = withElements.apply(fewerElements);
                if (fails.test(candidate)) {
                    remaining = fewerElements;
                    smallest = candidate;
                } else {
                    from += size;
                }
            }
        }
        return smallest;
    }
}
