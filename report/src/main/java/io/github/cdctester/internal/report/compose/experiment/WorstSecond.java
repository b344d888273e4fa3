// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.Optional;

/** The second in which a value broke its limit by most, if the value exists per second. */
public final class WorstSecond {

    private WorstSecond() {}

    /** Returns the second, such as {@code 17 (MEASURE), 912.4 ms}; empty if it is not known. */
    public static String of(Check check, RunResult run) {
        if (check.held()) {
            return "";
        }
        Limit limit;
        try {
            limit = Limit.parse(check.expression());
        } catch (InvalidPlanException e) {
            return ""; // a consistency condition of a workload is an expression of its own
        }
        Optional<Boolean> above = limit.isBreachedAbove();
        if (above.isEmpty()) {
            return "";
        }
        SampleRow worst = null;
        double found = 0;
        for (SampleRow second : run.samples()) {
            Double there = second.phase() == SampleRow.RunPart.WARM_UP
                    ? null
                    : limit.value().map(value -> value.in(second)).orElse(null);
            if (there != null && (worst == null || (above.get() ? there > found : there < found))) {
                worst = second;
                found = there;
            }
        }
        return worst == null ? "" : worst.second() + " (" + worst.phase() + "), " + limit.inWords(found);
    }
}
