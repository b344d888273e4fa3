// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.config.Plan;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.result.summary.WriteSummary.WorkloadSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a run's result that contain named values. */
public record MeasuredRun(Plan plan, Summary summary, Verdict verdict, List<ConsumerResult> consumers) {

    public static MeasuredRun of(RunResult run) {
        return new MeasuredRun(run.plan(), run.summary(), run.verdict(), run.consumers());
    }

    /** Returns the result of a consumer; {@code null} if there is no consumer of that name. */
    public @Nullable ConsumerResult consumer(String name) {
        return consumers.stream()
                .filter(consumer -> consumer.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the results of a load's writes; {@code null} if the load has none. If the run has only one load, these are the
     * results of the run's writes.
     */
    @Nullable
    WriteSummary write(String load) {
        WriteSummary write = summary.write();
        if (write == null) {
            return null;
        }
        return write.workloads().isEmpty()
                ? plan.firstLoad()
                                .filter(singleLoad -> singleLoad.name().equals(load))
                                .isPresent()
                        ? write
                        : null
                : write.workloads().stream()
                        .filter(workload -> workload.name().equals(load))
                        .findFirst()
                        .map(WorkloadSummary::write)
                        .orElse(null);
    }
}
