// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The outcomes of all tried rates. If a rate passed although a lower rate failed, the lower rate counts. */
final class Bracket {

    private final NavigableMap<Double, Tally> talliesByRate = new TreeMap<>();

    void add(double rate, Outcome outcome, @Nullable Double throughput) {
        talliesByRate.computeIfAbsent(rate, any -> new Tally()).add(outcome, throughput);
    }

    @Nullable
    Double lowestFailedRate() {
        return firstRate(talliesByRate, Tally::isFailed);
    }

    @Nullable
    Double highestPassedRate() {
        return highestPassedRate(1);
    }

    /** Returns the highest such rate below all failed rates; {@code null} if there is none. */
    @Nullable
    Double highestPassedRate(int times) {
        return firstRate(belowFailed(), tally -> tally.isPassed() && tally.passes() >= times);
    }

    /** Returns the highest such rate below all failed rates; {@code null} if there is none. */
    @Nullable
    Double highestUndecidedRate() {
        return firstRate(belowFailed(), Tally::isUndecided);
    }

    /** Failed confirmations also count as failures. Returns {@code null} if there is none. */
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

    /** Returns the throughput at the lowest overloaded rate; {@code null} if unknown. */
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

        /** An overload counts as two failures that may be random. */
        private static final int OVERLOAD_VOTES = 2;

        private int passes;
        private int failures;
        private int votesAgainst;
        private boolean hasFailedLast;
        private @Nullable Double throughput;

        /** Ignores {@code measuredThroughput} unless the rate was overloaded. */
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

        /** One pass outweighs a single vote; several votes require twice as many passes. */
        boolean isFailed() {
            return votesAgainst == 1 ? passes == 0 : passes < 2 * votesAgainst;
        }

        boolean isPassed() {
            return passes > 0 && !isFailed() && !isUndecided();
        }

        /** The rate passed once and then failed its confirmation: the limit may be near. */
        boolean isUndecided() {
            return votesAgainst == 1 && passes == 1 && hasFailedLast;
        }

        /** A single failure may be random. */
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
