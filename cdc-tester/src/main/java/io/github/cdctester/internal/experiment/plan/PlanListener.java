// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.run.RunListener;

/** Follows a plan: its run in the run's thread, its actions in theirs. */
public interface PlanListener extends RunListener {

    default void acted(ActionMark mark) {}
}
