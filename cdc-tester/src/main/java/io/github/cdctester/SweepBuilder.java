// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.OnError;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.Sweep;
import io.github.cdctester.internal.experiment.Sweep.SweepPlan;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.SweepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Repeats the run of a {@link PlanBuilder} over the values of an axis. Not thread-safe. */
public final class SweepBuilder {

    private final PlanBuilder plan;
    private final SweepAxis axis;
    private int repeats = 1;
    private final List<Limit> endConditions = new ArrayList<>();
    private OnError onError = OnError.CONTINUE;
    private Duration settleTimeout = SweepPlan.SETTLE_TIMEOUT;
    private @Nullable ExperimentListener listener;

    SweepBuilder(PlanBuilder plan, SweepAxis axis) {
        this.plan = Objects.requireNonNull(plan, "plan");
        this.axis = Objects.requireNonNull(axis, "axis");
    }

    /**
     * Sets the number of runs per step. Default: 1.
     *
     * @param runs 1 to 1,000
     */
    public SweepBuilder repeats(int runs) {
        repeats = runs;
        return this;
    }

    /**
     * Adds a condition that ends the sweep after a step in which more than half of the successful runs meet it. A run
     * without the value is ignored; it meets the condition if its stream or consumer is {@code BEHIND} or {@code LOST}. This
     * method may be called several times.
     *
     * @param expression the condition, in the form of {@link PlanBuilder#failIf(String)}
     * @throws InvalidPlanException if the expression is invalid
     */
    public SweepBuilder until(String expression) {
        endConditions.add(Limit.parse("until", Objects.requireNonNull(expression, "expression")));
        return this;
    }

    /** Sets the reaction to a failed step. Default: the sweep continues. */
    public SweepBuilder onError(OnError reaction) {
        onError = Objects.requireNonNull(reaction, "reaction");
        return this;
    }

    /**
     * Sets the time limit for the stream to become idle between two runs. Default: 1 min.
     *
     * @param timeout the longest wait, at most one day; zero for no wait
     */
    public SweepBuilder settleTimeout(Duration timeout) {
        settleTimeout = Objects.requireNonNull(timeout, "timeout");
        return this;
    }

    /** Sets the listener of the sweep, which replaces the plan's listener. */
    public SweepBuilder listener(ExperimentListener experimentListener) {
        listener = Objects.requireNonNull(experimentListener, "experimentListener");
        return this;
    }

    /**
     * Runs the sweep in the calling thread. A failed run does not throw: its step is recorded as failed. Tables are created and dropped
     * once, or for each step or run if the workload requires this.
     *
     * @return the results of all steps
     * @throws InvalidPlanException if there is no endpoint or no workload, or a value is out of range
     * @throws io.github.cdctester.failure.RunFailedException if the sweep could not start
     */
    public SweepResult run() {
        SweepPlan sweep = new SweepPlan(axis, repeats, endConditions, onError, settleTimeout);
        return new Sweep(
                        sweep,
                        plan.draft
                                .settings(plan.draft.planWithWorkload(), false)
                                .withListener(plan.draft.listenerOr(listener)))
                .run();
    }
}
