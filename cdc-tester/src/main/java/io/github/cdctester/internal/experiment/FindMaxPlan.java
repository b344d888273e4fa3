// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.experiment.search.RateSearch.SearchPlan;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.text.PlainText;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * @param startRate the first rate, in started transactions per second
 * @param precision the search ends at this relative distance between the answer and the lowest failed rate, 0.01 to 0.5
 * @param settleTimeout maximum wait for an idle stream between two trials, at most one day; zero: no wait
 * @param then shares of the answer to measure after the search, in addition to {@link #CURVE}; if empty, neither is measured
 */
public record FindMaxPlan(
        List<Limit> limits,
        double startRate,
        double maxRate,
        double precision,
        int confirmations,
        int steps,
        Duration settleTimeout,
        List<Double> then) {

    /** Rates of a throughput-latency curve, as shares of the highest rate. */
    public static final List<Double> CURVE = List.of(0.3, 0.5, 0.7, 0.9);

    public static final double START_RATE = 1_000;

    public static final double MAX_RATE = 10_000_000;

    public static final double PRECISION = 0.05;
    public static final int CONFIRMATIONS = 2;
    public static final int STEPS = 18;

    /** Long, because an excessive rate leaves a long backlog. */
    public static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(5);

    public static final Duration MEASURE = Duration.ofSeconds(20);
    public static final Duration WARM_UP = Duration.ofSeconds(3);

    /** A trend needs at least this many seconds. */
    public static final Duration MIN_MEASURE = Duration.ofSeconds(5);

    public static final int MAX_CONFIRMATIONS = 20;
    public static final int MIN_STEPS = 3;
    public static final int MAX_STEPS = 100;
    private static final double MIN_PRECISION = 0.01;
    private static final double MAX_PRECISION = 0.5;
    private static final double LOWEST_RATE = 1;
    private static final double MIN_SHARE = 0.01;

    public FindMaxPlan {
        limits = List.copyOf(limits);
        if (limits.isEmpty()) {
            throw new InvalidPlanException("limit", "missing", "given, such as 'delay.p99<500ms'");
        }
        Rate.perSecond(startRate);
        if (!(maxRate >= startRate && maxRate <= MAX_RATE)) {
            throw new InvalidPlanException(
                    "maxRate",
                    PlainText.number(maxRate),
                    "a number from the first rate, " + PlainText.number(startRate) + ", to "
                            + PlainText.number(MAX_RATE));
        }
        if (!(precision >= MIN_PRECISION && precision <= MAX_PRECISION)) {
            throw new InvalidPlanException(
                    "precision", PlainText.number(precision * 100) + " %", "a percentage from 1 to 50");
        }
        if (confirmations < 0 || confirmations > MAX_CONFIRMATIONS) {
            throw new InvalidPlanException(
                    "confirmations", confirmations, "a whole number from 0 to " + MAX_CONFIRMATIONS);
        }
        if (steps < Math.max(MIN_STEPS, confirmations + 2) || steps > MAX_STEPS) {
            throw new InvalidPlanException(
                    "steps",
                    steps,
                    "a whole number from " + Math.max(MIN_STEPS, confirmations + 2) + " to " + MAX_STEPS);
        }
        SweepPlan.checkSettling(settleTimeout);
        then = List.copyOf(then);
        for (double share : then) {
            if (!(share >= MIN_SHARE && share <= 1)) {
                throw new InvalidPlanException(
                        "then", PlainText.number(percent(share)) + " %", "a percentage from 1 to 100");
            }
        }
    }

    /** Rounds to remove the floating-point error. */
    static double percent(double share) {
        return Math.rint(share * 1e8) / 1e6;
    }

    /** Returns the shares of the curve in ascending order. */
    List<Double> curve() {
        return then.isEmpty()
                ? List.of()
                : Stream.concat(CURVE.stream(), then.stream())
                        .distinct()
                        .sorted()
                        .toList();
    }

    /**
     * Rejects loads, windows and limits that a search cannot use.
     *
     * @param hasStream false if the run has no stream; limits on the stream are then rejected
     * @param consumers names of the consumers that the run judges; limits on other consumers are rejected
     */
    public void check(List<NamedLoad> loads, Window window, boolean hasStream, List<String> consumers) {
        if (window.measure().compareTo(MIN_MEASURE) < 0) {
            throw new InvalidPlanException(
                    "measure",
                    PlainText.number(window.measure().toMillis() / 1e3) + " s",
                    "at least " + MIN_MEASURE.toSeconds() + " s in a search for the highest rate");
        }
        NamedLoad load = loads.get(0);
        if (window.events() > 0 || load.transactions() > 0) {
            throw new InvalidPlanException(
                    "events",
                    Math.max(window.events(), load.transactions()),
                    "0 in a search for the highest rate: a trial lasts as long as its time");
        }
        if (load.load() instanceof LoadSpec.OpenLoop openLoop && !(openLoop.rate() instanceof Rate.Steady)) {
            throw new InvalidPlanException("rate", openLoop.rate(), "a constant rate in a search for the highest rate");
        }
        SweepAxis.rates(startRate).check(loads);
        List<String> names = loads.stream().map(NamedLoad::name).toList();
        limits.forEach(limit -> {
            limit.checkLoads("limit", names);
            limit.checkStream("limit", hasStream);
            limit.checkConsumers("limit", consumers);
        });
    }

    SearchPlan search() {
        return new SearchPlan(startRate, Math.min(LOWEST_RATE, startRate), maxRate, precision, confirmations, steps);
    }
}
