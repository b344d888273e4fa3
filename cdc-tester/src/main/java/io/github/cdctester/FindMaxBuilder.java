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
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Searches for the highest rate at which the run of a {@link PlanBuilder} holds its limits. Not thread-safe. */
public final class FindMaxBuilder {

    private final PlanBuilder plan;
    private final List<Limit> limits = new ArrayList<>();
    private @Nullable Double startRate;
    private double maxRate = FindMaxPlan.MAX_RATE;
    private double precision = FindMaxPlan.PRECISION;
    private int confirmations = FindMaxPlan.CONFIRMATIONS;
    private int steps = FindMaxPlan.STEPS;
    private Duration settleTimeout = FindMaxPlan.SETTLE_TIMEOUT;
    private List<Double> then = List.of();
    private ExperimentListener listener = new ExperimentListener() {};

    FindMaxBuilder(PlanBuilder plan) {
        this.plan = plan;
    }

    /**
     * Adds a limit; at least one is required, may be called several times. In any case the rate must be delivered, and no backlog
     * may grow.
     *
     * @param expression like in {@link PlanBuilder#failIf(String)}, but the condition of success: {@code delay.p99<500ms}
     * @return this builder
     * @throws InvalidPlanException like there, or for a limit on a long duration
     */
    public FindMaxBuilder limit(String expression) {
        limits.add(Limit.mustHold("limit", expression));
        return this;
    }

    /**
     * Sets the first rate; by default the rate of the plan's first load, and 1,000 for a closed loop.
     *
     * @param perSecond starts a second
     * @return this builder
     */
    public FindMaxBuilder startRate(double perSecond) {
        startRate = perSecond;
        return this;
    }

    /**
     * Sets the highest rate that is tried; 10 million by default.
     *
     * @param perSecond starts a second
     * @return this builder
     */
    public FindMaxBuilder maxRate(double perSecond) {
        maxRate = perSecond;
        return this;
    }

    /**
     * Sets how far a rate that failed may be above the answer; 5 % by default.
     *
     * @param share 0.01 to 0.5
     * @return this builder
     */
    public FindMaxBuilder precision(double share) {
        precision = share;
        return this;
    }

    /**
     * Sets how often the answer must hold again; twice by default.
     *
     * @param runs 0 to 20
     * @return this builder
     */
    public FindMaxBuilder confirmations(int runs) {
        confirmations = runs;
        return this;
    }

    /**
     * Sets how many trials there are at most; 18 by default.
     *
     * @param most from 3, and from two more than confirmations
     * @return this builder
     */
    public FindMaxBuilder steps(int most) {
        steps = most;
        return this;
    }

    /**
     * Sets how long to wait between two trials for the stream to be idle; five minutes by default.
     *
     * @param timeout the longest wait; zero not to wait
     * @return this builder
     */
    public FindMaxBuilder settleTimeout(Duration timeout) {
        settleTimeout = timeout;
        return this;
    }

    /**
     * Has runs at 30, 50, 70 and 90 % of the answer follow the search, and at these shares: the throughput-latency curve. Each is
     * an open loop, whose latencies count from the intended start.
     *
     * @param shares 0.01 to 1 of the highest rate that holds; none for no curve, the default
     * @return this builder
     */
    public FindMaxBuilder then(double... shares) {
        then = DoubleStream.of(shares).boxed().toList();
        return this;
    }

    /**
     * Sets the listener of the search, in place of the plan's own listener.
     *
     * @return this builder
     */
    public FindMaxBuilder listener(ExperimentListener experimentListener) {
        listener = experimentListener;
        return this;
    }

    /**
     * Searches in the calling thread. A failed run is repeated once. The tables are created and dropped according to the plan,
     * around all trials.
     *
     * @return the answer, and everything that was tried
     * @throws InvalidPlanException if there is no endpoint, no workload or no limit, or a value is out of range
     * @throws io.github.cdctester.failure.RunFailedException if the search could not begin
     */
    public FindMaxResult run() {
        Plan base = plan.draft.written();
        FindMaxPlan search =
                new FindMaxPlan(limits, startRate(base), maxRate, precision, confirmations, steps, settleTimeout, then);
        return new FindMax(search, plan.draft.settings(base, false), listener).run();
    }

    private double startRate(Plan base) {
        if (startRate != null) {
            return startRate;
        }
        return base.loads().get(0).load() instanceof LoadSpec.OpenLoop open
                ? open.rate().perSecond()
                : FindMaxPlan.START_RATE;
    }
}
