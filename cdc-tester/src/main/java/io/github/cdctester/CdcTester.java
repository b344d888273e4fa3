// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import io.github.cdctester.experiment.SweepAxis;

/** The library's entry point. Runs share nothing: any number of them may go on in one Java process. */
public final class CdcTester {

    private CdcTester() {}

    /**
     * Starts a plan with every default.
     *
     * @return a builder, which needs an endpoint at least
     */
    public static PlanBuilder plan() {
        return new PlanBuilder(RunKeeper.NOBODY);
    }

    /**
     * Starts a sweep: the same run with one value after another.
     *
     * @param plan the run, with a workload; what the axis says is replaced in it
     * @param axis what differs from step to step, such as {@code SweepAxis.threads(16, 32, 64)}
     * @return a builder
     */
    public static SweepBuilder sweep(PlanBuilder plan, SweepAxis axis) {
        return new SweepBuilder(plan, axis);
    }

    /**
     * Starts a search for the highest rate that holds.
     *
     * @param plan the run, with a workload; its first load becomes an open loop of the same threads
     * @return a builder, which needs a limit at least
     */
    public static FindMaxBuilder findMax(PlanBuilder plan) {
        return new FindMaxBuilder(plan);
    }
}
