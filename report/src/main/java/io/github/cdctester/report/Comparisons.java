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

/** Compares results: what differs, and whether it is more than noise. */
public final class Comparisons {

    private Comparisons() {}

    /**
     * Compares two groups of runs, each of repeats of the same plan.
     *
     * @param before the reference, one run or more; five are much more certain than one
     * @param after the compared runs, likewise
     * @param allowed allowed changes, such as {@code write.transactionsPerSecond -5%} or {@code delay.p99 +10%}; a worse change is
     *     a failed check of the comparison
     * @return the differences, and whether they exceed noise
     * @throws InvalidPlanException if a group is empty, or an allowed change has another form
     */
    public static Comparison of(List<RunResult> before, List<RunResult> after, String... allowed) {
        return SideBySide.of(
                ComparedSide.ofRuns("before", before),
                ComparedSide.ofRuns("after", after),
                ComparisonSpec.allowing(List.of(allowed)));
    }

    /**
     * Compares two results of one kind. Sweeps are compared step by step, matrices combination by combination, plans phase by phase
     * with their loads and their probes, searches by their answers.
     *
     * @param before the reference
     * @param after the compared result
     * @param allowed allowed changes, for each step, combination or phase with such a value
     * @return the differences, and whether they exceed noise
     * @throws InvalidPlanException if they are comparisons, of two kinds or over different things, have no part in common, or an
     *     allowed change has another form
     */
    public static Comparison of(Result before, Result after, String... allowed) {
        return SideBySide.of(
                ComparedSide.of("before", "before", List.of(before)),
                ComparedSide.of("after", "after", List.of(after)),
                ComparisonSpec.allowing(List.of(allowed)));
    }

    /**
     * Compares results that were written; as above.
     *
     * @param before a result.json or the file of another kind of result, a directory that has one, or a directory of such directories,
     *     which are repeats
     * @param after likewise, of the same kind
     * @param allowed changes that are allowed
     * @return what differs, and whether it is more than noise
     * @throws InvalidPlanException as above, or if there is nothing at a path
     * @throws RunFailedException if a file cannot be read, or is no whole result
     */
    public static Comparison of(Path before, Path after, String... allowed) {
        ComparisonSpec wanted = ComparisonSpec.allowing(List.of(allowed));
        return SideBySide.of(ComparedSide.read("before", before), ComparedSide.read("after", after), wanted);
    }
}
