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
 * All tried rates, and the passed and the failed rate around the answer. If outcomes contradict each other (a rate passed above a
 * failed one), the lower rate counts.
 */
final class Bracket {

    private final NavigableMap<Double, Tally> rates = new TreeMap<>();

    void add(double rate, Outcome outcome, @Nullable Double reached) {
        rates.computeIfAbsent(rate, any -> new Tally()).add(outcome, reached);
    }

    @Nullable
    Double lowestFailed() {
        return first(rates, Tally::isFailed);
    }

    /** Returns the highest passed rate below all failed rates; {@code null} for none. */
    @Nullable
    Double highestHeld() {
        return highestHeld(1);
    }

    /** Returns the highest rate below all failed rates that passed at least {@code times} times; {@code null} for none. */
    @Nullable
    Double highestHeld(int times) {
        return first(belowFailed(), tally -> tally.isHeld() && tally.held() >= times);
    }

    /** Returns the highest undecided rate below all failed rates; {@code null} for none. */
    @Nullable
    Double highestWavering() {
        return first(belowFailed(), Tally::isWavering);
    }

    /** Returns the lowest failed rate above {@code held}, including failed confirmations; {@code null} for none. */
    @Nullable
    Double lowestFailedAbove(@Nullable Double held) {
        return first(
                held == null ? rates : rates.tailMap(held, false), tally -> tally.isFailed() || tally.isWavering());
    }

    private NavigableMap<Double, Tally> belowFailed() {
        Double failed = lowestFailed();
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

    /** Returns the actual throughput at the lowest overloaded rate; {@code null} if unknown. */
    @Nullable
    Double reached() {
        return rates.values().stream()
                .map(Tally::reached)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    Tally tally(double rate) {
        return rates.getOrDefault(rate, new Tally());
    }

    boolean isEmpty() {
        return rates.isEmpty();
    }

    static final class Tally {

        /** A certain failure counts like two possibly random failures. */
        private static final int VOTES_OF_OVERLOAD = 2;

        private int held;
        private int failed;
        private int votesAgainst;
        private boolean failedLast;
        private @Nullable Double reached;

        /** Adds an outcome; {@code reachedPerSecond} is the actual throughput, if known. */
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

        /**
         * Returns true unless successes outweigh the failures: one for a single vote against, otherwise twice the number of
         * votes.
         */
        boolean isFailed() {
            return votesAgainst == 1 ? held == 0 : held < 2 * votesAgainst;
        }

        boolean isHeld() {
            return held > 0 && !isFailed() && !isWavering();
        }

        /** Returns true if the rate passed once and then failed its confirmation: the limit may be near this rate. */
        boolean isWavering() {
            return votesAgainst == 1 && held == 1 && failedLast;
        }

        /** Returns true if the only outcome is a single failure that may be random. */
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
