// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.compare.ComparedSide;
import io.github.cdctester.internal.compare.ComparisonSpec;
import io.github.cdctester.internal.compare.SideBySide;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Result;
import io.github.cdctester.result.RunResult;
import java.nio.file.Path;
import java.util.List;

/** Compares results, and reports whether the differences exceed the noise. */
public final class Comparisons {

    private Comparisons() {}

    /**
     * Compares two groups of runs, which repeat the same plan.
     *
     * @param before the reference, one run or more; five runs give a much more certain result than one run
     * @param after the compared runs, one or more
     * @param allowed allowed changes, such as {@code write.transactionsPerSecond -5%} or {@code delay.p99 +10%}; a worse change fails a
     *     check of the comparison
     * @return the differences, and whether they exceed the noise
     * @throws InvalidPlanException if a group is empty, or an allowed change has an invalid form or names an unknown value
     */
    public static Comparison of(List<RunResult> before, List<RunResult> after, String... allowed) {
        return SideBySide.of(
                ComparedSide.ofRuns("before", before),
                ComparedSide.ofRuns("after", after),
                ComparisonSpec.allowing(List.of(allowed)));
    }

    /**
     * Compares two results of the same kind: sweeps step by step, matrices combination by combination, plans phase by phase, and
     * searches by their answers.
     *
     * @param before the reference
     * @param after the compared result
     * @param allowed allowed changes, which apply to each step, combination or phase with such a value
     * @return the differences, and whether they exceed the noise
     * @throws InvalidPlanException if the results are comparisons, have different kinds or axes, or have no step in common, or if an
     *     allowed change has an invalid form
     */
    public static Comparison of(Result before, Result after, String... allowed) {
        return SideBySide.of(
                ComparedSide.of("before", "before", List.of(before)),
                ComparedSide.of("after", "after", List.of(after)),
                ComparisonSpec.allowing(List.of(allowed)));
    }

    /**
     * Compares stored results, like {@link #of(Result, Result, String...)}.
     *
     * @param before a result file such as result.json, a directory with such a file, or a directory of such directories, one per repeat
     * @param after the path of the compared result, which has the same kind
     * @param allowed allowed changes
     * @return the differences, and whether they exceed the noise
     * @throws InvalidPlanException if the results cannot be compared, an allowed change has an invalid form, or a path contains no
     *     result
     * @throws RunFailedException if a file cannot be read, or is not a complete result
     */
    public static Comparison of(Path before, Path after, String... allowed) {
        ComparisonSpec spec = ComparisonSpec.allowing(List.of(allowed));
        return SideBySide.of(ComparedSide.read("before", before), ComparedSide.read("after", after), spec);
    }
}
