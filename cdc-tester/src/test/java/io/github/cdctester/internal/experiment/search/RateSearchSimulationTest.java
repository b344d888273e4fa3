// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.search.RateSearch.SearchAnswer;
import io.github.cdctester.internal.experiment.search.RateSearch.SearchPlan;
import io.github.cdctester.internal.experiment.search.SimulatedEndpoint.SimulatedSearch;
import io.github.cdctester.result.FindMaxResult.Status;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulates thousands of searches. The logarithms of the limits are evenly distributed from 10 to 1,000,000 transactions per second. */
final class RateSearchSimulationTest {

    static final SearchPlan DEFAULT_PLAN = new SearchPlan(1_000, 1, 10_000_000, 0.05, 2, 18);

    private static final SearchPlan PLAN_OF_15_STEPS = new SearchPlan(1_000, 1, 10_000_000, 0.05, 2, 15);

    private static final int SEARCH_COUNT = 5_000;

    /**
     * Accuracy of all searches with the same settings. Shares are from 0 to 1.
     *
     * @param foundShare share of searches with an answer
     * @param closeShare share of searches whose rate is at most 5 % away from the limit
     * @param closeShareOfFound among the searches with an answer, share of rates that are at most 5 % away from the limit
     * @param maxErrorOfFound largest relative error of the searches with an answer
     * @param maxSteps largest number of trials of a search
     */
    private record SearchAccuracy(
            double foundShare, double closeShare, double closeShareOfFound, double maxErrorOfFound, int maxSteps) {

        static SearchAccuracy of(double jitter, double failureShare, boolean reportsThroughput) {
            return of(DEFAULT_PLAN, jitter, failureShare, reportsThroughput);
        }

        static SearchAccuracy of(SearchPlan plan, double jitter, double failureShare, boolean reportsThroughput) {
            int foundCount = 0;
            int closeCount = 0;
            int closeFoundCount = 0;
            double maxError = 0;
            int stepCount = 0;
            for (int seed = 0; seed < SEARCH_COUNT; seed++) {
                Random random = new Random(seed);
                double limit = 10 * Math.pow(100_000, random.nextDouble());
                SimulatedSearch search =
                        new SimulatedEndpoint(limit, jitter, failureShare, reportsThroughput, random).search(plan);
                stepCount = Math.max(stepCount, search.trials().size());
                Double rate = search.answer().rate();
                double error = rate == null ? 1 : Math.abs(rate / limit - 1);
                closeCount += error <= 0.05 ? 1 : 0;
                if (search.answer().status().isFound()) {
                    foundCount++;
                    closeFoundCount += error <= 0.05 ? 1 : 0;
                    maxError = Math.max(maxError, error);
                }
            }
            return new SearchAccuracy(
                    (double) foundCount / SEARCH_COUNT,
                    (double) closeCount / SEARCH_COUNT,
                    (double) closeFoundCount / foundCount,
                    maxError,
                    stepCount);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsSteadyLimitWithinFivePercent(boolean reportsThroughput) {
        SearchAccuracy accuracy = SearchAccuracy.of(PLAN_OF_15_STEPS, 0, 0, reportsThroughput);
        assertThat(accuracy.foundShare()).isEqualTo(1);
        assertThat(accuracy.maxErrorOfFound()).isLessThan(0.05);
        assertThat(accuracy.maxSteps()).isLessThanOrEqualTo(15);
    }

    /** The relative standard deviation of the limit is 0.3 %. */
    @Test
    void findsUnsteadyLimitWithVisibleOverload() {
        SearchAccuracy accuracy = SearchAccuracy.of(0.003, 0, true);
        assertThat(accuracy.foundShare()).isEqualTo(1);
        assertThat(accuracy.maxErrorOfFound()).isLessThan(0.055);
        assertThat(accuracy.closeShareOfFound()).isGreaterThan(0.999);
        assertThat(accuracy.maxSteps()).isLessThanOrEqualTo(18);
    }

    /** One in 50 trials below the limit fails at random. */
    @Test
    void toleratesRandomFailuresWithVisibleOverload() {
        SearchAccuracy accuracy = SearchAccuracy.of(0.003, 0.02, true);
        assertThat(accuracy.closeShare()).isGreaterThan(0.99);
        assertThat(accuracy.maxSteps()).isLessThanOrEqualTo(18);
    }

    /** A failure above the limit looks like a random failure, for example with a limit on a percentile. */
    @Test
    void findsUnsteadyLimitWithoutVisibleOverload() {
        SearchAccuracy accuracy = SearchAccuracy.of(0.003, 0, false);
        assertThat(accuracy.foundShare()).isGreaterThan(0.99);
        assertThat(accuracy.closeShare()).isGreaterThan(0.99);
        assertThat(accuracy.closeShareOfFound()).isGreaterThan(0.999);
        assertThat(accuracy.maxSteps()).isLessThanOrEqualTo(18);
    }

    @Test
    void toleratesRandomFailuresWithoutVisibleOverload() {
        SearchAccuracy accuracy = SearchAccuracy.of(0.003, 0.02, false);
        assertThat(accuracy.foundShare()).isGreaterThan(0.95);
        assertThat(accuracy.closeShareOfFound()).isGreaterThan(0.98);
        assertThat(accuracy.maxSteps()).isLessThanOrEqualTo(18);
    }

    /** Runs 15 searches per limit. In the n-th search, only the n-th trial below the limit fails. */
    @Test
    void toleratesOneRandomFailure() {
        for (double limit = 10; limit < 1_000_000; limit *= 1.37) {
            for (int failingTrial = 1; failingTrial <= 15; failingTrial++) {
                Random random = failOnceAt(failingTrial);
                SimulatedSearch search = new SimulatedEndpoint(limit, 0, 0.5, true, random).search(DEFAULT_PLAN);
                assertThat(search.answer().rate())
                        .as("%s at %s", limit, failingTrial)
                        .isBetween(limit * 0.95, limit);
                assertThat(search.answer().status()).isEqualTo(Status.FOUND);
            }
        }
    }

    /** The only failing trial below the limit is number {@code failingTrial}. */
    private static Random failOnceAt(int failingTrial) {
        return new Random(0) {
            private static final long serialVersionUID = 1L;
            private int drawCount;

            @Override
            public double nextDouble() {
                drawCount++;
                return drawCount == failingTrial ? 0 : 1;
            }

            @Override
            public double nextGaussian() {
                return 0;
            }
        };
    }

    /** Rates near the limit pass or fail at random, like a p99 close to its limit. */
    @ParameterizedTest
    @CsvSource({"0.003, 0, true", "0.003, 0.02, false", "0.03, 0, true", "0.03, 0, false", "0.05, 0.02, false"})
    void answerIsConfirmedOrOpen(double jitter, double failureShare, boolean reportsThroughput) {
        int openAnswerCount = 0;
        for (int seed = 0; seed < SEARCH_COUNT; seed++) {
            Random random = new Random(seed);
            double limit = 10 * Math.pow(100_000, random.nextDouble());
            SimulatedSearch search =
                    new SimulatedEndpoint(limit, jitter, failureShare, reportsThroughput, random).search(DEFAULT_PLAN);
            SearchAnswer answer = search.answer();
            long passCount = search.passesAt(answer.rate());
            assertThat(answer.confirmed()).as("%s of %s", answer, search).isEqualTo(passCount >= 3);
            if (answer.status() == Status.OPEN) {
                openAnswerCount++;
                assertThat(answer.confirmed()).isFalse();
                assertThat(answer.rate()).isLessThan(answer.lowestFailed());
                assertThat(search.passesAt(answer.rate())).isBetween(1L, 2L);
            } else {
                assertThat(answer.confirmed()).isTrue();
            }
        }
        assertThat(openAnswerCount).isLessThan(SEARCH_COUNT / 4);
    }

    @Test
    void reachedRateSavesSteps() {
        assertThat(IntStream.range(0, 1_000)
                        .map(seed -> {
                            Random random = new Random(seed);
                            double limit = 10 * Math.pow(100_000, random.nextDouble());
                            return new SimulatedEndpoint(limit, 0.003, 0, true, random)
                                    .search(DEFAULT_PLAN)
                                    .trials()
                                    .size();
                        })
                        .average()
                        .orElseThrow())
                .isLessThan(9);
    }
}
