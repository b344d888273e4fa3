// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;

/** A stored plan with its seconds, which plan.json leaves to the result.json beside it. */
public final class StoredPlan {

    private static final String WHOLE = "result.json";

    private StoredPlan() {}

    /**
     * Puts both files together.
     *
     * @return the plan's result; without seconds where there is no result.json of the same run beside it
     */
    public static PlanResult of(StoredResult stored, Path file) {
        PlanResult plan = stored.as(PlanResult.class);
        Path whole = file.toAbsolutePath().resolveSibling(WHOLE);
        if (!plan.whole().samples().isEmpty() || !Files.isRegularFile(whole)) {
            return plan;
        }
        RunResult run = StoredResult.read(whole).run();
        return !run.startedAt().equals(plan.whole().startedAt())
                ? plan
                : new PlanResult(
                        plan.schemaVersion(),
                        plan.kind(),
                        plan.startedAt(),
                        plan.label(),
                        plan.text(),
                        plan.interrupted(),
                        plan.failure(),
                        plan.steps(),
                        plan.actions(),
                        plan.series(),
                        run,
                        plan.scaling());
    }
}
