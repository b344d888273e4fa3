// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks for a small part of a list that still fails, of which nothing can be left out (Zeller and Hildebrandt: Simplifying and Isolating
 * Failure-Inducing Input, 2002). It tries to leave out one piece after another, in a round, and then smaller ones.
 */
final class DeltaDebugging<T> {

    private final List<List<T>> guesses;
    private List<T> left;
    private List<T> candidate = List.of();
    private boolean guessing;
    private int pieces = 2;
    private int at;
    private int kept;

    /** Of a list that fails; {@code guesses} are parts of it that are likely to, the smallest first. */
    DeltaDebugging(List<T> failing, List<List<T>> guesses) {
        this.guesses = new ArrayList<>(guesses);
        left = failing;
    }

    /** What fails, as far as that is known. */
    List<T> left() {
        return left;
    }

    /** The part to try next; empty where nothing of what is left can be left out. */
    Optional<List<T>> next() {
        guesses.removeIf(guess -> guess.isEmpty() || guess.size() >= left.size());
        guessing = !guesses.isEmpty();
        if (guessing) {
            candidate = guesses.remove(0);
            return Optional.of(candidate);
        }
        pieces = Math.min(pieces, left.size());
        if (kept >= pieces && pieces < left.size()) {
            pieces = Math.min(2 * pieces, left.size());
            kept = 0;
        }
        if (kept >= pieces || pieces < 2) {
            return Optional.empty();
        }
        at %= pieces;
        candidate = new ArrayList<>(left);
        candidate
                .subList(at * left.size() / pieces, (at + 1) * left.size() / pieces)
                .clear();
        return Optional.of(candidate);
    }

    /** Says of that part whether it failed. */
    void tried(boolean failed) {
        if (failed) {
            left = candidate;
            pieces = guessing ? 2 : Math.max(2, pieces - 1);
            kept = 0;
        } else if (!guessing) {
            at++;
            kept++;
        }
    }
}
