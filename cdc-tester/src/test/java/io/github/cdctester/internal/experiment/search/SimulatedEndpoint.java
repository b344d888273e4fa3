// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import io.github.cdctester.internal.experiment.search.RateSearch.NextTrial;
import io.github.cdctester.internal.experiment.search.RateSearch.Outcome;
import io.github.cdctester.internal.experiment.search.RateSearch.SearchAnswer;
import io.github.cdctester.internal.experiment.search.RateSearch.SearchPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * @param limit transactions per second that the endpoint can execute
 * @param jitter relative standard deviation of the limit from run to run
 * @param failureShare share of trials below the limit that fail at random
 * @param reportsThroughput true if a trial with a clear overload reports the throughput that it reached
 */
record SimulatedEndpoint(double limit, double jitter, double failureShare, boolean reportsThroughput, Random random) {

    /** A trial is a clear overload if its rate exceeds this multiple of the limit. */
    private static final double CLEAR_RATIO = 1.02;

    record SimulatedSearch(SearchAnswer answer, List<NextTrial> trials, List<Outcome> outcomes) {

        long passesAt(@Nullable Double rate) {
            return IntStream.range(0, trials.size())
                    .filter(i -> Objects.equals(trials.get(i).rate(), rate) && outcomes.get(i) == Outcome.PASSED)
                    .count();
        }
    }

    SimulatedSearch search(SearchPlan plan) {
        RateSearch search = new RateSearch(plan);
        List<NextTrial> trials = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        for (Optional<NextTrial> next = search.next(); next.isPresent(); next = search.next()) {
            trials.add(next.get());
            outcomes.add(simulateTrial(search, next.get()));
        }
        return new SimulatedSearch(search.answer(), trials, outcomes);
    }

    private Outcome simulateTrial(RateSearch search, NextTrial next) {
        double limitOfTrial = limit * (1 + jitter * random.nextGaussian());
        Outcome outcome = next.rate() <= limitOfTrial
                ? random.nextDouble() < failureShare ? Outcome.FAILED : Outcome.PASSED
                : reportsThroughput && next.rate() > CLEAR_RATIO * limitOfTrial ? Outcome.OVERLOADED : Outcome.FAILED;
        Double reachedRate =
                outcome == Outcome.OVERLOADED ? (Double) (limitOfTrial * (1 + 0.01 * random.nextGaussian())) : null;
        search.recordOutcome(next, outcome, reachedRate);
        return outcome;
    }
}
