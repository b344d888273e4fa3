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

/**
 * Thousands of simulated searches with default settings, for limits from 10 to 1,000,000 per second, evenly distributed
 * over the decades.
 */
final class RateSearchSimulationTest {

    static final SearchPlan DEFAULTS = new SearchPlan(1_000, 1, 10_000_000, 0.05, 2, 18);

    private static final SearchPlan FIFTEEN_STEPS = new SearchPlan(1_000, 1, 10_000_000, 0.05, 2, 15);

    private static final int SEARCHES = 5_000;

    /**
     * Shares of searches by outcome.
     *
     * @param found share of searches with an answer
     * @param close share of searches whose rate is at most 5 % away from the limit
     * @param closeOfFound the same, of the searches with an answer
     */
    private record Shares(double found, double close, double closeOfFound, double maxErrorOfFound, int maxSteps) {

        static Shares of(double jitter, double failureShare, boolean reportsThroughput) {
            return of(DEFAULTS, jitter, failureShare, reportsThroughput);
        }

        static Shares of(SearchPlan plan, double jitter, double failureShare, boolean reportsThroughput) {
            int found = 0;
            int close = 0;
            int closeOfFound = 0;
            double worst = 0;
            int steps = 0;
            for (int seed = 0; seed < SEARCHES; seed++) {
                Random random = new Random(seed);
                double limit = 10 * Math.pow(100_000, random.nextDouble());
                SimulatedSearch simulated =
                        new SimulatedEndpoint(limit, jitter, failureShare, reportsThroughput, random).search(plan);
                steps = Math.max(steps, simulated.trials().size());
                Double rate = simulated.answer().rate();
                double error = rate == null ? 1 : Math.abs(rate / limit - 1);
                close += error <= 0.05 ? 1 : 0;
                if (simulated.answer().status().isFound()) {
                    found++;
                    closeOfFound += error <= 0.05 ? 1 : 0;
                    worst = Math.max(worst, error);
                }
            }
            return new Shares(
                    (double) found / SEARCHES, (double) close / SEARCHES, (double) closeOfFound / found, worst, steps);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void findsSteadyLimitWithinFivePercent(boolean reportsThroughput) {
        Shares shares = Shares.of(FIFTEEN_STEPS, 0, 0, reportsThroughput);
        assertThat(shares.found()).isEqualTo(1);
        assertThat(shares.maxErrorOfFound()).isLessThan(0.05);
        assertThat(shares.maxSteps()).isLessThanOrEqualTo(15);
    }

    /** The limit varies by 0.3 % from run to run. */
    @Test
    void findsUnsteadyLimitWithVisibleOverload() {
        Shares shares = Shares.of(0.003, 0, true);
        assertThat(shares.found()).isEqualTo(1);
        assertThat(shares.maxErrorOfFound()).isLessThan(0.055);
        assertThat(shares.closeOfFound()).isGreaterThan(0.999);
        assertThat(shares.maxSteps()).isLessThanOrEqualTo(18);
    }

    /** One trial of 50 fails at random. */
    @Test
    void repeatsRandomFailures() {
        Shares shares = Shares.of(0.003, 0.02, true);
        assertThat(shares.close()).isGreaterThan(0.99);
        assertThat(shares.maxSteps()).isLessThanOrEqualTo(18);
    }

    /** Like a server with a limit on a percentile: a failure at a too high rate looks like a random failure. */
    @Test
    void findsUnsteadyLimitWithoutVisibleOverload() {
        Shares shares = Shares.of(0.003, 0, false);
        assertThat(shares.found()).isGreaterThan(0.99);
        assertThat(shares.close()).isGreaterThan(0.99);
        assertThat(shares.closeOfFound()).isGreaterThan(0.999);
        assertThat(shares.maxSteps()).isLessThanOrEqualTo(18);
    }

    @Test
    void findsLimitDespiteRandomFailures() {
        Shares shares = Shares.of(0.003, 0.02, false);
        assertThat(shares.found()).isGreaterThan(0.95);
        assertThat(shares.closeOfFound()).isGreaterThan(0.98);
        assertThat(shares.maxSteps()).isLessThanOrEqualTo(18);
    }

    /** The failure may hit any trial. */
    @Test
    void oneRandomFailureDoesNotChangeAnswer() {
        for (double limit = 10; limit < 1_000_000; limit *= 1.37) {
            for (int failingTrial = 1; failingTrial <= 15; failingTrial++) {
                Random oneFailure = failing(failingTrial);
                SimulatedSearch simulated = new SimulatedEndpoint(limit, 0, 0.5, true, oneFailure).search(DEFAULTS);
                assertThat(simulated.answer().rate())
                        .as("%s at %s", limit, failingTrial)
                        .isBetween(limit * 0.95, limit);
                assertThat(simulated.answer().status()).isEqualTo(Status.FOUND);
            }
        }
    }

    /** Returns a source of random numbers with which only one of the passing trials fails. */
    private static Random failing(int failingTrial) {
        return new Random(0) {
            private static final long serialVersionUID = 1L;
            private int draws;

            @Override
            public double nextDouble() {
                draws++;
                return draws == failingTrial ? 0 : 1;
            }

            @Override
            public double nextGaussian() {
                return 0;
            }
        };
    }

    /** Rates near the limit pass and fail alternately, like a p99 that breaks at random. */
    @ParameterizedTest
    @CsvSource({"0.003, 0, true", "0.003, 0.02, false", "0.03, 0, true", "0.03, 0, false", "0.05, 0.02, false"})
    void answerWasConfirmedOrIsBracket(double jitter, double failureShare, boolean reportsThroughput) {
        int open = 0;
        for (int seed = 0; seed < SEARCHES; seed++) {
            Random random = new Random(seed);
            double limit = 10 * Math.pow(100_000, random.nextDouble());
            SimulatedSearch simulated =
                    new SimulatedEndpoint(limit, jitter, failureShare, reportsThroughput, random).search(DEFAULTS);
            SearchAnswer answer = simulated.answer();
            long passes = simulated.passesAt(answer.rate());
            assertThat(answer.confirmed()).as("%s of %s", answer, simulated).isEqualTo(passes >= 3);
            if (answer.status() == Status.OPEN) {
                open++;
                assertThat(answer.confirmed()).isFalse();
                assertThat(answer.rate()).isLessThan(answer.lowestFailed());
                assertThat(simulated.passesAt(answer.rate())).isBetween(1L, 2L);
            } else {
                assertThat(answer.confirmed()).isTrue();
            }
        }
        assertThat(open).isLessThan(SEARCHES / 4);
    }

    @Test
    void reachedRateSavesSteps() {
        assertThat(IntStream.range(0, 1_000)
                        .map(seed -> {
                            Random random = new Random(seed);
                            double limit = 10 * Math.pow(100_000, random.nextDouble());
                            return new SimulatedEndpoint(limit, 0.003, 0, true, random)
                                    .search(DEFAULTS)
                                    .trials()
                                    .size();
                        })
                        .average()
                        .orElseThrow())
                .isLessThan(9);
    }
}
