// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** A plan's result without its samples, which are in files of their own: there may be a day of them. */
final class PlanJson implements Format<PlanResult> {

    @Override
    public void write(PlanResult plan, Writer out) throws IOException {
        Formats.JSON.write(
                new PlanResult(
                        plan.schemaVersion(),
                        plan.kind(),
                        plan.startedAt(),
                        plan.label(),
                        plan.text(),
                        plan.interrupted(),
                        plan.failure(),
                        plan.steps().stream().map(PlanJson::withoutSamples).toList(),
                        plan.actions(),
                        plan.series(),
                        withoutSamples(plan.whole())),
                out);
    }

    private static PhaseResult withoutSamples(PhaseResult phase) {
        return new PhaseResult(
                phase.step(),
                phase.name(),
                phase.fromSecond(),
                phase.toSecond(),
                phase.ended(),
                withoutSamples(phase.result()));
    }

    private static RunResult withoutSamples(RunResult result) {
        return new RunResult(
                result.schemaVersion(),
                result.tool(),
                result.startedAt(),
                result.plan(),
                result.server(),
                result.clock(),
                result.interrupted(),
                result.interruptedBecause(),
                result.notes(),
                result.summary(),
                result.verdict(),
                result.checks(),
                List.of(),
                result.phases(),
                result.probeUnits(),
                result.faults(),
                result.consumers());
    }
}
