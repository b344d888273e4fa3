// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the result of a run in phases apart. What a load did is known to the transaction, as each load is of one phase. What the
 * stream carried is known by whole seconds: those of which the greater part lies in the phase.
 */
final class PhaseResults {

    private PhaseResults() {}

    static List<PhaseResult> of(RunResult whole) {
        List<PhaseResult> results = new ArrayList<>();
        for (PhaseSpan span : whole.phases()) {
            results.add(new PhaseResult(
                    results.size() + 1,
                    span.name(),
                    span.fromSecond(),
                    span.toSecond(),
                    span.ended(),
                    result(whole, span)));
        }
        return results;
    }

    private static RunResult result(RunResult whole, PhaseSpan span) {
        List<SampleRow> seconds = seconds(whole, span);
        return new RunResult(
                whole.schemaVersion(),
                whole.tool(),
                whole.startedAt().plusMillis(Math.round(span.fromSecond() * 1_000)),
                whole.plan(),
                whole.server(),
                whole.clock(),
                whole.interrupted(),
                whole.interruptedBecause(),
                whole.notes(),
                summary(whole.summary(), span, seconds),
                whole.verdict(),
                List.of(),
                seconds,
                List.of(span));
    }

    /** Those of which the greater part lies in the phase. */
    private static List<SampleRow> seconds(RunResult whole, PhaseSpan span) {
        List<SampleRow> own = new ArrayList<>();
        double end = 0;
        for (SampleRow row : whole.samples()) {
            double middle = end + row.seconds() / 2;
            end += row.seconds();
            if (middle >= span.fromSecond() && middle < span.toSecond()) {
                own.add(row);
            }
        }
        return own;
    }

    private static Summary summary(Summary whole, PhaseSpan span, List<SampleRow> seconds) {
        return new Summary(
                span.toSecond() - span.fromSecond(),
                StreamPart.of(whole.cdc(), seconds),
                List.of(),
                null,
                write(whole.write(), span, seconds),
                whole.tester());
    }

    private static @Nullable WriteSummary write(@Nullable WriteSummary whole, PhaseSpan span, List<SampleRow> seconds) {
        if (whole == null || span.loads().isEmpty()) {
            return null;
        }
        if (whole.workloads().isEmpty()) {
            return whole; // the only load
        }
        List<WriteSummary.WorkloadSummary> own = whole.workloads().stream()
                .filter(load -> span.loads().contains(load.name()))
                .toList();
        return own.size() == 1 ? own.get(0).write() : LoadSum.of(own, seconds, span.toSecond() - span.fromSecond());
    }
}
