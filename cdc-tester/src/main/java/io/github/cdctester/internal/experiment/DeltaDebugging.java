// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reduces a failing list to a minimal sublist, which fails but passes if any single element is omitted (Zeller and Hildebrandt: Simplifying
 * and Isolating Failure-Inducing Input, 2002).
 */
final class DeltaDebugging<T> {

    private final Deque<List<T>> guesses;
    private final Deque<Set<T>> pieces = new ArrayDeque<>();
    private List<T> smallestList;
    private List<T> candidate = List.of();
    private int pieceSize = Integer.MAX_VALUE;
    private boolean hasReducedInRound = true;

    /**
     * @param failingList must not contain duplicates
     * @param guesses sublists that are likely to fail, the shortest first
     */
    DeltaDebugging(List<T> failingList, List<List<T>> guesses) {
        this.guesses = new ArrayDeque<>(guesses);
        smallestList = failingList;
    }

    List<T> smallestFailing() {
        return smallestList;
    }

    /** Returns empty if no further element can be omitted. */
    Optional<List<T>> next() {
        guesses.removeIf(guess -> guess.isEmpty() || guess.size() >= smallestList.size());
        if (!guesses.isEmpty()) {
            candidate = guesses.remove();
            return Optional.of(candidate);
        }
        do {
            if (pieces.isEmpty()) {
                if (smallestList.size() == 1 || pieceSize == 1 && !hasReducedInRound) {
                    return Optional.empty();
                }
                pieceSize = Math.min(hasReducedInRound ? pieceSize : pieceSize / 2, (smallestList.size() + 1) / 2);
                hasReducedInRound = false;
                for (int from = 0; from < smallestList.size(); from += pieceSize) {
                    pieces.add(Set.copyOf(smallestList.subList(from, Math.min(from + pieceSize, smallestList.size()))));
                }
            }
            Set<T> piece = pieces.remove();
            candidate = smallestList.stream()
                    .filter(element -> !piece.contains(element))
                    .toList();
        } while (candidate.isEmpty());
        return Optional.of(candidate);
    }

    void recordOutcome(boolean hasFailed) {
        if (hasFailed) {
            smallestList = candidate;
            hasReducedInRound = true;
        }
    }
}
