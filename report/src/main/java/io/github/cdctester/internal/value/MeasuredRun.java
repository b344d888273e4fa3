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

    public @Nullable ConsumerResult consumer(String name) {
        return consumers.stream()
                .filter(consumer -> consumer.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns {@code null} if the load has no writes. The only load of a run has the writes of the run. */
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
