// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.search.RateSearch.NextTrial;
import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import io.github.cdctester.internal.experiment.search.RateSearch.SearchAnswer;
import io.github.cdctester.internal.experiment.search.RateSearch.SearchPlan;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RateSearchTest {

    private final List<String> trials = new ArrayList<>();

    private RateSearch search = new RateSearch(RateSearchSimulationTest.DEFAULT_PLAN);

    @Test
    void rampsThenBisectsThenConfirms() {
        runAllTrials(30_000, false);
        assertThat(trials)
                .containsExactly(
                        "1000 RAMP",
                        "2000 RAMP",
                        "8000 RAMP",
                        "64000 RAMP",
                        "64000 RETRY",
                        "22630 BISECTION",
                        "38060 BISECTION",
                        "38060 RETRY",
                        "29350 BISECTION",
                        "33420 BISECTION",
                        "31320 BISECTION",
                        "30320 BISECTION",
                        "29350 CONFIRMATION",
                        "29350 CONFIRMATION",
                        "30320 RETRY");
        assertThat(search.answer())
                .isEqualTo(new SearchAnswer(Status.FOUND, 29_350.0, 3, 0, true, 30_320.0, 30_320.0 / 29_350 - 1));
    }

    @Test
    void lowersRateIfStartRateFails() {
        runAllTrials(40, false);
        assertThat(trials)
                .startsWith("1000 RAMP", "1000 RETRY", "500 RAMP", "125 RAMP", "15 RAMP", "125 RETRY", "44 BISECTION");
        assertThat(search.answer().status()).isEqualTo(Status.FOUND);
        assertThat(search.answer().rate()).isBetween(38.0, 40.0);
    }

    @Test
    void usesReachedRateOfOverloadFirst() {
        runAllTrials(5_000, true);
        assertThat(trials)
                .containsExactly(
                        "1000 RAMP",
                        "2000 RAMP",
                        "8000 RAMP",
                        "4902 BISECTION",
                        "5135 BISECTION",
                        "4902 CONFIRMATION",
                        "4902 CONFIRMATION");
    }

    @Test
    void lowestRateThatFailsTwiceEndsSearch() {
        runAllTrials(0.5, false);
        assertThat(trials.get(trials.size() - 1)).startsWith("1 ");
        assertThat(search.answer()).isEqualTo(new SearchAnswer(Status.NONE, null, 0, 0, false, 1.0, null));
        assertThat(search.next()).isEmpty();
    }

    @Test
    void answerIsAtLeastMaxRateIfItPasses() {
        search = new RateSearch(new SearchPlan(1_000, 1, 5_000, 0.05, 2, 15));
        runAllTrials(6_000, false);
        assertThat(trials)
                .containsExactly("1000 RAMP", "2000 RAMP", "5000 RAMP", "5000 CONFIRMATION", "5000 CONFIRMATION");
        assertThat(search.answer()).isEqualTo(new SearchAnswer(Status.AT_LEAST, 5_000.0, 3, 0, true, null, null));
    }

    @Test
    void passedRetryOverrulesFailure() {
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1000 RAMP");
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("1000 RETRY");
        assertThat(search.next().orElseThrow()).isEqualTo(new NextTrial(2_000, Purpose.RAMP));
    }

    @Test
    void repeatsAndCountsInconclusiveTrial() {
        search = new RateSearch(new SearchPlan(1_000, 1, 5_000, 0.05, 1, 3));
        for (int i = 0; i < 3; i++) {
            assertThat(runTrial(Outcome.NOT_MEASURED, null)).isEqualTo("1000 RAMP");
        }
        assertThat(search.next()).isEmpty();
        assertThat(search.answer().status()).isEqualTo(Status.OPEN);
    }

    @Test
    void prefersLowerRateAfterFailedConfirmations() {
        runTrial(Outcome.PASSED, null);
        runTrial(Outcome.OVERLOADED, 1_050.0);
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("1029 BISECTION");
        assertThat(runTrial(Outcome.OVERLOADED, null)).isEqualTo("1078 BISECTION");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1029 CONFIRMATION");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1029 CONFIRMATION");
        assertThat(search.next().orElseThrow()).isEqualTo(new NextTrial(1_000, Purpose.CONFIRMATION));
    }

    @Test
    void prefersLowestCloseRateAfterFailedConfirmation() {
        runTrial(Outcome.PASSED, null);
        runTrial(Outcome.FAILED, null);
        runTrial(Outcome.FAILED, null);
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("1414 BISECTION");
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("1682 BISECTION");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1834 BISECTION");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1834 RETRY");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1756 BISECTION");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1756 RETRY");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1682 CONFIRMATION");
        assertThat(runTrial(Outcome.PASSED, null)).as("5 %% below 1756").isEqualTo("1672 BISECTION");
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("1672 CONFIRMATION");
        assertThat(runTrial(Outcome.PASSED, null))
                .as("the single pass at 1682 is not enough")
                .isEqualTo("1672 CONFIRMATION");
        assertThat(search.next()).isEmpty();
        assertThat(search.answer().status()).isEqualTo(Status.FOUND);
        assertThat(search.answer().rate()).isEqualTo(1_672);
        assertThat(search.answer().passes()).isEqualTo(3);
    }

    /** Only passes at exactly 15,180/s confirm the answer 15,180/s. */
    @Test
    void passesOfHigherRatesConfirmNothing() {
        search = new RateSearch(new SearchPlan(15_180, 1, 16_300, 0.05, 2, 15));
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("15180 RAMP");
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("16300 RAMP");
        assertThat(runTrial(Outcome.OVERLOADED, null)).isEqualTo("16300 CONFIRMATION");
        assertThat(search.answer())
                .isEqualTo(new SearchAnswer(Status.OPEN, 15_180.0, 1, 0, false, 16_300.0, 16_300.0 / 15_180 - 1));
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("15900 BISECTION");
        assertThat(runTrial(Outcome.OVERLOADED, null)).isEqualTo("15900 CONFIRMATION");
        assertThat(search.answer().status()).isEqualTo(Status.OPEN);
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("15180 CONFIRMATION");
        assertThat(search.answer().status()).isEqualTo(Status.OPEN);
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("15180 CONFIRMATION");
        assertThat(search.answer())
                .isEqualTo(new SearchAnswer(Status.FOUND, 15_180.0, 3, 0, true, 15_900.0, 15_900.0 / 15_180 - 1));
        assertThat(search.next()).isEmpty();
    }

    @Test
    void triesJustAboveRateThatPassedOnRetry() {
        runTrial(Outcome.PASSED, null);
        runTrial(Outcome.FAILED, null);
        runTrial(Outcome.FAILED, null);
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1414 BISECTION");
        assertThat(runTrial(Outcome.PASSED, null)).isEqualTo("1414 RETRY");
        assertThat(runTrial(Outcome.FAILED, null)).isEqualTo("1481 BISECTION");
    }

    @Test
    void answerWithoutConfirmationsIsNotConfirmed() {
        search = new RateSearch(new SearchPlan(1_000, 1, 1_000, 0.05, 0, 6));
        runAllTrials(30_000, false);
        assertThat(trials).containsExactly("1000 RAMP");
        assertThat(search.answer()).isEqualTo(new SearchAnswer(Status.AT_LEAST, 1_000.0, 1, 0, false, null, null));
        assertThat(search.answer().hasEnoughPasses()).isTrue();
    }

    @Test
    void reservesLastStepsForConfirmations() {
        search = new RateSearch(new SearchPlan(1_000, 1, 10_000_000, 0.05, 2, 6));
        runAllTrials(30_000, false);
        assertThat(trials.subList(4, 6)).containsExactly("8000 CONFIRMATION", "8000 CONFIRMATION");
        assertThat(search.answer().status()).isEqualTo(Status.COARSE);
        assertThat(search.answer().lowestFailed()).isEqualTo(64_000);
    }

    @Test
    void roundsRatesToFourDigits() {
        SearchPlan plan = RateSearchSimulationTest.DEFAULT_PLAN;
        assertThat(List.of(
                        plan.roundAndClamp(12.34567),
                        plan.roundAndClamp(1.00001),
                        plan.roundAndClamp(123_456),
                        plan.roundAndClamp(0.1),
                        plan.roundAndClamp(2e7)))
                .containsExactly(12.35, 1.0, 123_500.0, 1.0, 1e7);
    }

    private void runAllTrials(double limit, boolean reportsThroughput) {
        for (Optional<NextTrial> next = search.next(); next.isPresent(); next = search.next()) {
            double rate = next.get().rate();
            runTrial(
                    rate <= limit
                            ? Outcome.PASSED
                            : reportsThroughput && rate > 1.02 * limit ? Outcome.OVERLOADED : Outcome.FAILED,
                    rate > limit ? limit : null);
        }
    }

    private String runTrial(Outcome outcome, @Nullable Double reachedRate) {
        NextTrial next = search.next().orElseThrow();
        search.recordOutcome(next, outcome, reachedRate);
        String text = (long) next.rate() + " " + next.purpose();
        trials.add(text);
        return text;
    }
}
