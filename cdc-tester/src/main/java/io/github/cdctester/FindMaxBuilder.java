// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.FindMax;
import io.github.cdctester.internal.experiment.FindMaxPlan;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.FindMaxResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Searches for the highest rate at which a run of a {@link PlanBuilder} meets its limits. Not thread-safe. */
public final class FindMaxBuilder {

    private final PlanBuilder plan;
    private final List<Limit> limits = new ArrayList<>();
    private @Nullable Double startRate;
    private double maxRate = FindMaxPlan.MAX_RATE;
    private double precision = FindMaxPlan.PRECISION;
    private int confirmations = FindMaxPlan.CONFIRMATIONS;
    private int steps = FindMaxPlan.STEPS;
    private Duration settleTimeout = FindMaxPlan.SETTLE_TIMEOUT;
    private List<Double> curveShares = List.of();
    private @Nullable ExperimentListener listener;

    FindMaxBuilder(PlanBuilder plan) {
        this.plan = Objects.requireNonNull(plan, "plan");
    }

    /**
     * Adds a limit. At least one limit is required; this method may be called several times. A successful run also reaches its rate
     * without a growing backlog, a bad verdict or a failed check.
     *
     * @param expression a condition that a successful run must meet, such as {@code delay.p99<500ms}, in the form of
     *     {@link PlanBuilder#failIf(String)}
     * @throws InvalidPlanException if the expression is invalid, or requires a minimum duration, such as {@code delay.p99>500ms}
     */
    public FindMaxBuilder limit(String expression) {
        limits.add(Limit.parseRequired("limit", Objects.requireNonNull(expression, "expression")));
        return this;
    }

    /**
     * Sets the first rate. Default: the rate of the plan's first load, or 1,000 for a closed loop.
     *
     * @param perSecond transactions started per second
     */
    public FindMaxBuilder startRate(double perSecond) {
        startRate = perSecond;
        return this;
    }

    /**
     * Sets the highest rate to try. Default: 10 million.
     *
     * @param perSecond transactions started per second
     */
    public FindMaxBuilder maxRate(double perSecond) {
        maxRate = perSecond;
        return this;
    }

    /**
     * Sets the precision: the search ends when the gap between the result and the lowest failed rate is this small. Default: 0.05.
     *
     * @param share gap as a share of the rate, 0.01 to 0.5
     */
    public FindMaxBuilder precision(double share) {
        precision = share;
        return this;
    }

    /**
     * Sets the number of additional runs that must confirm the result. Default: 2.
     *
     * @param runs 0 to 20
     */
    public FindMaxBuilder confirmations(int runs) {
        confirmations = runs;
        return this;
    }

    /**
     * Sets the maximum number of trials of the search, excluding the curve. Default: 18.
     *
     * @param maxTrials 3 to 100, and at least two more than the confirmations
     */
    public FindMaxBuilder steps(int maxTrials) {
        steps = maxTrials;
        return this;
    }

    /**
     * Sets the time limit for the stream to become idle between two trials. Default: 5 min.
     *
     * @param timeout the longest wait, at most one day; zero for no wait
     */
    public FindMaxBuilder settleTimeout(Duration timeout) {
        settleTimeout = Objects.requireNonNull(timeout, "timeout");
        return this;
    }

    /**
     * Adds a throughput-latency curve: after the search, runs at 30, 50, 70 and 90 % of the result, and at the given shares.
     * Each run is an open loop; its latencies are measured from the intended start.
     *
     * @param shares shares of the result, 0.01 to 1; none: no curve (default)
     * @return this builder
     */
    public FindMaxBuilder then(double... shares) {
        curveShares = DoubleStream.of(Objects.requireNonNull(shares, "shares"))
                .boxed()
                .toList();
        return this;
    }

    /** Sets the listener of the search, which replaces the plan's listener. */
    public FindMaxBuilder listener(ExperimentListener experimentListener) {
        listener = Objects.requireNonNull(experimentListener, "experimentListener");
        return this;
    }

    /**
     * Searches in the calling thread. A run that ends with an error is repeated once; a second error ends the search. Tables are
     * created and dropped once, or for each trial if the workload requires this.
     *
     * @return the highest rate, and all trials
     * @throws InvalidPlanException if there is no endpoint, no workload or no limit, or a value is out of range
     * @throws io.github.cdctester.failure.RunFailedException if the search could not start
     */
    public FindMaxResult run() {
        Plan base = plan.draft.planWithWorkload();
        FindMaxPlan search = new FindMaxPlan(
                limits, startRate(base), maxRate, precision, confirmations, steps, settleTimeout, curveShares);
        return new FindMax(search, plan.draft.settings(base, false).withListener(plan.draft.listenerOr(listener)))
                .run();
    }

    private double startRate(Plan base) {
        if (startRate != null) {
            return startRate;
        }
        return base.loads().get(0).load() instanceof LoadSpec.OpenLoop openLoop
                ? openLoop.rate().perSecond()
                : FindMaxPlan.START_RATE;
    }
}
