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
 * The outcomes of all tried rates, with the passed and the failed rate around the answer. If a rate passed although a lower rate
 * failed, the lower rate determines the answer.
 */
final class Bracket {

    private final NavigableMap<Double, Tally> talliesByRate = new TreeMap<>();

    void add(double rate, Outcome outcome, @Nullable Double throughput) {
        talliesByRate.computeIfAbsent(rate, any -> new Tally()).add(outcome, throughput);
    }

    @Nullable
    Double lowestFailedRate() {
        return firstRate(talliesByRate, Tally::isFailed);
    }

    /** Returns the highest passed rate below all failed rates; {@code null} if there is none. */
    @Nullable
    Double highestPassedRate() {
        return highestPassedRate(1);
    }

    /**
     * Returns the highest rate below all failed rates that passed at least {@code times} times; {@code null} if there is none.
     */
    @Nullable
    Double highestPassedRate(int times) {
        return firstRate(belowFailed(), tally -> tally.isPassed() && tally.passes() >= times);
    }

    /** Returns the highest undecided rate below all failed rates; {@code null} if there is none. */
    @Nullable
    Double highestUndecidedRate() {
        return firstRate(belowFailed(), Tally::isUndecided);
    }

    /** Returns the lowest failed rate above {@code passed}, including failed confirmations; {@code null} if there is none. */
    @Nullable
    Double lowestFailedAbove(@Nullable Double passed) {
        return firstRate(
                passed == null ? talliesByRate : talliesByRate.tailMap(passed, false),
                tally -> tally.isFailed() || tally.isUndecided());
    }

    private NavigableMap<Double, Tally> belowFailed() {
        Double failedRate = lowestFailedRate();
        return (failedRate == null ? talliesByRate : talliesByRate.headMap(failedRate, false)).descendingMap();
    }

    private static @Nullable Double firstRate(NavigableMap<Double, Tally> talliesByRate, Predicate<Tally> predicate) {
        return talliesByRate.entrySet().stream()
                .filter(rate -> predicate.test(rate.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    int passesAtOrAbove(double rate) {
        return talliesByRate.tailMap(rate, true).values().stream()
                .mapToInt(Tally::passes)
                .sum();
    }

    /** Returns the actual throughput at the lowest overloaded rate with a known throughput; {@code null} if there is none. */
    @Nullable
    Double throughput() {
        return talliesByRate.values().stream()
                .map(Tally::throughput)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    Tally tally(double rate) {
        return talliesByRate.getOrDefault(rate, new Tally());
    }

    boolean isEmpty() {
        return talliesByRate.isEmpty();
    }

    static final class Tally {

        /** An overload weighs as much as two failures that may be random. */
        private static final int OVERLOAD_VOTES = 2;

        private int passes;
        private int failures;
        private int votesAgainst;
        private boolean hasFailedLast;
        private @Nullable Double throughput;

        /** Adds an outcome; {@code measuredThroughput} is the actual throughput, if known. */
        void add(Outcome outcome, @Nullable Double measuredThroughput) {
            switch (outcome) {
                case PASSED -> {
                    passes++;
                    hasFailedLast = false;
                }
                case FAILED, OVERLOADED -> {
                    failures++;
                    hasFailedLast = true;
                    votesAgainst += outcome == Outcome.OVERLOADED ? OVERLOAD_VOTES : 1;
                    throughput = outcome == Outcome.OVERLOADED ? measuredThroughput : throughput;
                }
                case NOT_MEASURED -> {}
            }
        }

        /**
         * Returns true unless the passes outweigh the votes against: one pass outweighs a single vote, but several votes require
         * twice as many passes.
         */
        boolean isFailed() {
            return votesAgainst == 1 ? passes == 0 : passes < 2 * votesAgainst;
        }

        boolean isPassed() {
            return passes > 0 && !isFailed() && !isUndecided();
        }

        /** Returns true if the rate passed once and then failed its confirmation: the limit may be near this rate. */
        boolean isUndecided() {
            return votesAgainst == 1 && passes == 1 && hasFailedLast;
        }

        /** Returns true if the only outcome is a single failure that may be random. */
        boolean isDoubtful() {
            return votesAgainst == 1 && passes == 0;
        }

        int passes() {
            return passes;
        }

        int failures() {
            return failures;
        }

        @Nullable
        Double throughput() {
            return throughput;
        }
    }
}
