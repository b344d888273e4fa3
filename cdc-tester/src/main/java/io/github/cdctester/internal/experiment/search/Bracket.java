// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All rates that were tried, and the two of them between which the answer is. Where they contradict each other (one held above
 * one that failed), the lower one counts.
 */
final class Bracket {

    private final NavigableMap<Double, Tally> rates = new TreeMap<>();

    void add(double rate, Outcome outcome, @Nullable Double reached) {
        rates.computeIfAbsent(rate, any -> new Tally()).add(outcome, reached);
    }

    @Nullable
    Double failed() {
        return first(rates, Tally::isFailed);
    }

    /** The highest rate that held, below all that failed; {@code null} where there is none. */
    @Nullable
    Double held() {
        return heldOften(1);
    }

    /** The same of those that held so many times at least. */
    @Nullable
    Double heldOften(int times) {
        return first(belowFailed(), tally -> tally.isHeld() && tally.held() >= times);
    }

    /** The highest rate below all that failed of which it is not known whether it holds; {@code null} where there is none. */
    @Nullable
    Double wavering() {
        return first(belowFailed(), Tally::isWavering);
    }

    /** The lowest rate that failed, or did when it was to hold again, above one that held; {@code null} where there is none. */
    @Nullable
    Double notHeldAbove(@Nullable Double held) {
        return first(
                held == null ? rates : rates.tailMap(held, false), tally -> tally.isFailed() || tally.isWavering());
    }

    private NavigableMap<Double, Tally> belowFailed() {
        Double failed = failed();
        return (failed == null ? rates : rates.headMap(failed, false)).descendingMap();
    }

    private static @Nullable Double first(NavigableMap<Double, Tally> rates, Predicate<Tally> which) {
        return rates.entrySet().stream()
                .filter(rate -> which.test(rate.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    int heldFrom(double rate) {
        return rates.tailMap(rate, true).values().stream().mapToInt(Tally::held).sum();
    }

    /** The throughput at the lowest rate where it is known; {@code null} where it never is. */
    @Nullable
    Double reached() {
        return rates.values().stream()
                .map(Tally::reached)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    Tally at(double rate) {
        return rates.getOrDefault(rate, new Tally());
    }

    boolean isEmpty() {
        return rates.isEmpty();
    }

    static final class Tally {

        /** One that is no chance counts as much as two that may be. */
        private static final int VOTES_OF_OVERLOAD = 2;

        private int held;
        private int failed;
        private int votesAgainst;
        private boolean failedLast;
        private @Nullable Double reached;

        /** One more; {@code reachedPerSecond} is what got through instead, where that is known. */
        void add(Outcome outcome, @Nullable Double reachedPerSecond) {
            switch (outcome) {
                case HELD -> {
                    held++;
                    failedLast = false;
                }
                case FAILED, OVERLOADED -> {
                    failed++;
                    failedLast = true;
                    votesAgainst += outcome == Outcome.OVERLOADED ? VOTES_OF_OVERLOAD : 1;
                    reached = outcome == Outcome.OVERLOADED ? reachedPerSecond : reached;
                }
                case VOID -> {}
            }
        }

        /** One failure is outweighed by one success; of more, twice as many must be. */
        boolean isFailed() {
            return votesAgainst == 1 ? held == 0 : held < 2 * votesAgainst;
        }

        boolean isHeld() {
            return held > 0 && !isFailed() && !isWavering();
        }

        /** Returns true if it held, and did not when it was to hold again: the limit may be there. */
        boolean isWavering() {
            return votesAgainst == 1 && held == 1 && failedLast;
        }

        /** Returns true if it rests on a single trial that may have failed by chance. */
        boolean isDoubtful() {
            return votesAgainst == 1 && held == 0;
        }

        int held() {
            return held;
        }

        int failed() {
            return failed;
        }

        @Nullable
        Double reached() {
            return reached;
        }
    }
}
