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
 * An endpoint with a limit, and a search on it, without time passing.
 *
 * @param limit starts a second that it carries
 * @param jitter the limit's relative standard deviation from run to run
 * @param blips the share of trials below it that fail by chance
 * @param telling whether a clear overload reports its throughput
 * @param random source of all random values
 */
record SimulatedEndpoint(double limit, double jitter, double blips, boolean telling, Random random) {

    /** A backlog that grows by less in a second is no clear overload. */
    private static final double CLEAR = 1.02;

    /** Trials and answer of a search. */
    record Searched(SearchAnswer answer, List<NextTrial> trials, List<Outcome> outcomes) {

        /** In how many trials a rate held. */
        long heldAt(@Nullable Double rate) {
            return IntStream.range(0, trials.size())
                    .filter(i -> Objects.equals(trials.get(i).rate(), rate) && outcomes.get(i) == Outcome.HELD)
                    .count();
        }
    }

    Searched search(SearchPlan plan) {
        RateSearch search = new RateSearch(plan);
        List<NextTrial> trials = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        for (Optional<NextTrial> next = search.next(); next.isPresent(); next = search.next()) {
            trials.add(next.get());
            outcomes.add(tried(search, next.get()));
        }
        return new Searched(search.answer(), trials, outcomes);
    }

    private Outcome tried(RateSearch search, NextTrial next) {
        double today = limit * (1 + jitter * random.nextGaussian());
        Outcome outcome = next.rate() <= today
                ? random.nextDouble() < blips ? Outcome.FAILED : Outcome.HELD
                : telling && next.rate() > CLEAR * today ? Outcome.OVERLOADED : Outcome.FAILED;
        Double reached = outcome == Outcome.OVERLOADED ? (Double) (today * (1 + 0.01 * random.nextGaussian())) : null;
        search.tried(next, outcome, reached);
        return outcome;
    }
}
