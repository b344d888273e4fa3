// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.experiment.ExperimentListener.TrialHead;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trial that has not run yet.
 *
 * @param step in a sweep, number of the value, from 1; otherwise number of the trial
 */
public record PlannedTrial(TrialHead head, int step, SweepAxis.Point point, Plan plan) {

    public int number() {
        return head.number();
    }

    public String folder() {
        return head.folder();
    }

    /** The outcome of the wait after the trial is not set. */
    public Trial toTrial(
            Status status, @Nullable String reason, @Nullable Boolean startedIdle, @Nullable RunResult result) {
        return new Trial(
                step,
                head.repeat(),
                point.value(),
                point.label(),
                status,
                reason,
                folder(),
                startedIdle,
                null,
                List.of(),
                result == null ? List.of() : result.checks(),
                result == null ? Map.of() : TrialValues.of(result),
                result);
    }

    PlannedTrial forAttempt(int attempt) {
        TrialHead attemptHead = new TrialHead(
                head.number(),
                head.trials(),
                head.values(),
                head.repeat(),
                head.repeats(),
                attempt,
                head.purpose(),
                head.folder());
        return new PlannedTrial(attemptHead, step, point, plan);
    }

    /** Pads the number with zeros, as in {@code step-01}, so that names sort by number. */
    public static String numberedName(String prefix, int number, int maxNumber, int minDigits) {
        String text = String.valueOf(number);
        int digits = Math.max(minDigits, String.valueOf(maxNumber).length());
        return prefix + "0".repeat(digits - text.length()) + text;
    }
}
