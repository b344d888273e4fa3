// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.internal.run.phases.WaitCondition;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.util.function.BooleanSupplier;

/** A fixed duration that suits a busy machine would waste time on an idle machine. */
record UntilCondition(String state, BooleanSupplier condition) implements WaitCondition {

    @Override
    public boolean isMet() {
        return condition.getAsBoolean();
    }

    /** For runs that the public builder cannot create. */
    static RunSettings runSettings(PlanBuilder plan, boolean cleansUp, RunListener listener) {
        return RunSettings.of(plan.build(), new TablePolicy(true, cleansUp, false, false), listener, new StopSignal());
    }
}
