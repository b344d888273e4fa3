// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.StepResult.Status;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that is to be made.
 *
 * @param step which step, from 1
 * @param repeat which run of it, from 1
 * @param point the axis' value
 * @param plan the step's
 * @param folder where its files go
 */
record Turn(int step, int repeat, SweepAxis.Point point, Plan plan, String folder) {

    private static final int LEAST_DIGITS = 2;

    /** All of them, in order. */
    static List<Turn> of(SweepPlan sweep, Plan base) {
        List<Plan> plans = sweep.axis().plans(base);
        List<Turn> turns = new ArrayList<>();
        for (int step = 1; step <= plans.size(); step++) {
            String folder = folder(step, plans.size());
            for (int repeat = 1; repeat <= sweep.repeats(); repeat++) {
                turns.add(new Turn(
                        step,
                        repeat,
                        sweep.axis().points().get(step - 1),
                        plans.get(step - 1),
                        sweep.repeats() == 1 ? folder : folder + "/repeat-" + repeat));
            }
        }
        return turns;
    }

    /** One that is made up on the way, with the axis' only value. */
    static Turn of(int step, int most, SweepAxis axis, Plan base) {
        return new Turn(step, 1, axis.points().get(0), axis.plans(base).get(0), folder(step, most));
    }

    private static String folder(int step, int most) {
        int digits = Math.max(LEAST_DIGITS, String.valueOf(most).length());
        String number = String.valueOf(step);
        return "step-" + "0".repeat(digits - number.length()) + number;
    }

    StepResult ended(
            Status status, @Nullable String reason, @Nullable Boolean beganAtRest, @Nullable RunResult result) {
        return new StepResult(
                step, repeat, point.value(), point.label(), status, reason, folder, beganAtRest, null, result);
    }
}
