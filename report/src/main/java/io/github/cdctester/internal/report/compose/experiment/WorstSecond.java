// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.util.Optional;

/** Finds the second with the worst violation of a limit, if the value exists per second. */
public final class WorstSecond {

    private WorstSecond() {}

    /** Returns text such as {@code 17 (MEASURE), 912.4 ms}; empty if unknown. */
    public static String of(Check check, RunResult run) {
        if (check.held()) {
            return "";
        }
        Limit limit;
        try {
            limit = Limit.parse(check.expression());
        } catch (InvalidPlanException e) {
            return ""; // consistency conditions of a workload are not parseable as limits
        }
        Optional<Boolean> isUpperLimit = limit.isUpperLimit();
        if (isUpperLimit.isEmpty()) {
            return "";
        }
        SampleRow worst = null;
        double worstValue = 0;
        for (SampleRow second : run.samples()) {
            Double secondValue = limit.value()
                    .filter(value -> includes(value, second.phase()))
                    .map(value -> value.valueIn(second))
                    .orElse(null);
            if (secondValue != null
                    && (worst == null || (isUpperLimit.get() ? secondValue > worstValue : secondValue < worstValue))) {
                worst = second;
                worstValue = secondValue;
            }
        }
        return worst == null ? "" : worst.second() + " (" + worst.phase() + "), " + limit.withUnit(worstValue);
    }

    /** The rates of a run also exclude the drain. */
    private static boolean includes(ResultValue value, SampleRow.RunPart part) {
        return part == SampleRow.RunPart.MEASURE
                || part == SampleRow.RunPart.DRAIN && !value.dimension().isRate();
    }
}
