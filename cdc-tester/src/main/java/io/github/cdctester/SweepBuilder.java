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

/** Repeats the run of a {@link PlanBuilder} over the values of an axis. Not thread-safe. */
public final class SweepBuilder {

    private final PlanBuilder plan;
    private final SweepAxis axis;
    private int repeats = 1;
    private final List<Limit> until = new ArrayList<>();
    private OnError onError = OnError.CONTINUE;
    private Duration settleTimeout = SweepPlan.SETTLE_TIMEOUT;
    private ExperimentListener listener = new ExperimentListener() {};

    SweepBuilder(PlanBuilder plan, SweepAxis axis) {
        this.plan = plan;
        this.axis = axis;
    }

    /**
     * Sets how often each step is run; once by default.
     *
     * @param runs runs of each step, from 1
     * @return this builder
     */
    public SweepBuilder repeats(int runs) {
        repeats = runs;
        return this;
    }

    /**
     * Sets a comparison that ends the sweep after the step that meets it; may be called several times.
     *
     * @param expression like in {@link PlanBuilder#failIf(String)}
     * @return this builder
     * @throws InvalidPlanException like there
     */
    public SweepBuilder until(String expression) {
        until.add(Limit.parse("until", expression));
        return this;
    }

    /**
     * Sets what happens when a step has failed; by default the sweep continues.
     *
     * @param what whether it continues
     * @return this builder
     */
    public SweepBuilder onError(OnError what) {
        onError = what;
        return this;
    }

    /**
     * Sets how long to wait between two runs for the stream to be idle; a minute by default.
     *
     * @param timeout the longest wait; zero not to wait
     * @return this builder
     */
    public SweepBuilder settleTimeout(Duration timeout) {
        settleTimeout = timeout;
        return this;
    }

    /**
     * Sets the listener of the sweep, in place of the plan's own listener.
     *
     * @return this builder
     */
    public SweepBuilder listener(ExperimentListener experimentListener) {
        listener = experimentListener;
        return this;
    }

    /**
     * Runs in the calling thread. A failed run is a failed step. The tables are created and dropped according to the plan,
     * once if all steps write to the same tables.
     *
     * @return what there is of each step
     * @throws InvalidPlanException if there is no endpoint or no workload, or a value is out of range
     * @throws io.github.cdctester.failure.RunFailedException if the sweep could not begin
     */
    public SweepResult run() {
        SweepPlan sweep = new SweepPlan(axis, repeats, until, onError, settleTimeout);
        return new Sweep(sweep, plan.draft.settings(plan.draft.written(), false), listener).run();
    }
}
