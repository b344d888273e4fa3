// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.util.function.BooleanSupplier;

/**
 * Ends the warm-up or the measured part when a condition is met. A fixed time that is long enough on a busy machine wastes time
 * on an idle one.
 */
record Until(String state, BooleanSupplier met) implements WaitCondition {

    @Override
    public boolean isMet() {
        return met.getAsBoolean();
    }

    /** Returns settings with preparation, for runs that the public builder cannot express. */
    static RunSettings settings(PlanBuilder plan, boolean cleanup, RunListener listener) {
        return RunSettings.of(plan.build(), new TablePolicy(true, cleanup, false, false), listener, new StopSignal());
    }
}
