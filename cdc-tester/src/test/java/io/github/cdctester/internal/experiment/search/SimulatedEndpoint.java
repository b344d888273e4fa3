// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * An endpoint with a limit, and a search on it, without time passing.
 *
 * @param limit starts a second that it carries
 * @param jitter the limit's relative standard deviation from run to run
 * @param blips the share of trials below it that fail by chance
 * @param telling whether a clear overload says what got through
 * @param random everything that is chance
 */
record SimulatedEndpoint(double limit, double jitter, double blips, boolean telling, Random random) {

    /** A backlog that grows by less in a second is no clear overload. */
    private static final double CLEAR = 1.02;

    /** What a search did. */
    record Searched(SearchAnswer answer, List<NextTrial> trials) {}

    Searched search(SearchPlan plan) {
        RateSearch search = new RateSearch(plan);
        List<NextTrial> trials = new ArrayList<>();
        for (Optional<NextTrial> next = search.next(); next.isPresent(); next = search.next()) {
            trials.add(next.get());
            tried(search, next.get());
        }
        return new Searched(search.answer(), trials);
    }

    private void tried(RateSearch search, NextTrial next) {
        double today = limit * (1 + jitter * random.nextGaussian());
        if (next.rate() <= today) {
            search.tried(next, random.nextDouble() < blips ? Outcome.FAILED : Outcome.HELD, null);
        } else if (telling && next.rate() > CLEAR * today) {
            search.tried(next, Outcome.OVERLOADED, today * (1 + 0.01 * random.nextGaussian()));
        } else {
            search.tried(next, Outcome.FAILED, null);
        }
    }
}
