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
 * stream carried is known by whole seconds: those that end in the phase.
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

    /** The second in which a phase begins is the one before's, too. */
    private static List<SampleRow> seconds(RunResult whole, PhaseSpan span) {
        long behind = span.fromSecond() > 0 ? span.firstSample() : span.firstSample() - 1;
        return whole.samples().stream()
                .filter(row -> row.second() > behind && row.second() <= span.lastSample())
                .toList();
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
