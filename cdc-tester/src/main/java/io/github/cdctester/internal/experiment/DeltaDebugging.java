// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reduces a failing list to a small part that still fails, and of which nothing can be omitted (Zeller and Hildebrandt:
 * Simplifying and Isolating Failure-Inducing Input, 2002). A round tries to omit one piece after another; the next round uses
 * smaller pieces.
 */
final class DeltaDebugging<T> {

    private final Deque<List<T>> guesses;
    private final Deque<Set<T>> pieces = new ArrayDeque<>();
    private List<T> left;
    private List<T> candidate = List.of();
    private int size = Integer.MAX_VALUE;
    private boolean shorter = true;

    /** {@code failing}: list without duplicates. {@code guesses}: parts that are likely to fail, the smallest first. */
    DeltaDebugging(List<T> failing, List<List<T>> guesses) {
        this.guesses = new ArrayDeque<>(guesses);
        left = failing;
    }

    /** Returns the smallest known failing list. */
    List<T> smallestFailing() {
        return left;
    }

    /** Returns the next part to try; empty if nothing more can be left out. */
    Optional<List<T>> next() {
        guesses.removeIf(guess -> guess.isEmpty() || guess.size() >= left.size());
        if (!guesses.isEmpty()) {
            candidate = guesses.remove();
            return Optional.of(candidate);
        }
        do {
            if (pieces.isEmpty()) {
                if (left.size() == 1 || size == 1 && !shorter) {
                    return Optional.empty();
                }
                size = Math.min(shorter ? size : size / 2, (left.size() + 1) / 2);
                shorter = false;
                for (int from = 0; from < left.size(); from += size) {
                    pieces.add(Set.copyOf(left.subList(from, Math.min(from + size, left.size()))));
                }
            }
            Set<T> piece = pieces.remove();
            candidate = left.stream().filter(one -> !piece.contains(one)).toList();
        } while (candidate.isEmpty());
        return Optional.of(candidate);
    }

    /** Records the outcome of the part that {@link #next()} returned last. */
    void recordOutcome(boolean failed) {
        if (failed) {
            left = candidate;
            shorter = true;
        }
    }
}
