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
     * Compares two groups of runs, each of repeats of the same.
     *
     * @param before what is compared with, one run or more; five tell much more than one
     * @param after what is compared, likewise
     * @param allowed changes that are allowed, such as {@code write.transactionsPerSecond -5%} or {@code delay.p99 +10%}; what is
     *     worse than that is a check of the comparison that was not held
     * @return what differs, and whether it is more than noise
     * @throws InvalidPlanException if a group is empty, or an allowed change has another form
     */
    public static Comparison of(List<RunResult> before, List<RunResult> after, String... allowed) {
        return SideBySide.of(
                ComparedSide.ofRuns("before", before),
                ComparedSide.ofRuns("after", after),
                ComparisonSpec.allowing(List.of(allowed)));
    }

    /**
     * Compares two results of one kind; as above. Sweeps are compared step by step, matrices combination by combination, plans phase by
     * phase with their loads and their probes, searches by their answers.
     *
     * @param before what is compared with
     * @param after what is compared
     * @param allowed changes that are allowed, of each step, combination or phase that has such a value
     * @return what differs, and whether it is more than noise
     * @throws InvalidPlanException if they are comparisons, of two kinds or over different things, have no part in common, or an allowed
     *     change has another form
     */
    public static Comparison of(Result before, Result after, String... allowed) {
        return SideBySide.of(
                ComparedSide.of("before", "before", List.of((Record) before)),
                ComparedSide.of("after", "after", List.of((Record) after)),
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
