// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.MeasuredPart;
import io.github.cdctester.internal.report.UnfinishedRun.OneLoad;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.report.compose.chart.ProbeUnits;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.WriteSummary;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run, the phases of a plan as one run, or a run without a result.
 *
 * @param whole totals, limited to values that a run without a result also has
 * @param failure the failure of the plan; {@code null} if it did not fail
 */
record RunContent(
        boolean isPlan,
        String label,
        Plan plan,
        ToolInfo tool,
        int schemaVersion,
        Instant startedAt,
        List<SampleRow> samples,
        List<Note> notes,
        MeasuredPart whole,
        List<PhasePart> phases,
        List<PhaseResult> steps,
        List<ActionMark> actions,
        List<SeriesSteps> series,
        List<Scaling> scaling,
        ProbeUnits units,
        @Nullable String failure,
        @Nullable RunResult result,
        @Nullable UnfinishedRun unfinished) {

    static RunContent of(RunResult run) {
        PlanResult plan = new PlanResult(
                run.schemaVersion(),
                "",
                run.startedAt(),
                "",
                "",
                false,
                null,
                List.of(),
                List.of(),
                List.of(),
                run,
                List.of());
        return of(plan, false);
    }

    static RunContent of(PlanResult plan) {
        return of(plan, true);
    }

    /** Returns the plan's loads; for the result of one phase, only the loads of the phase. */
    List<NamedLoad> loads() {
        if (isPlan || result == null || result.phases().size() != 1) {
            return plan.loads();
        }
        List<String> names = result.phases().get(0).loads();
        return plan.loads().stream().filter(load -> names.contains(load.name())).toList();
    }

    /** Returns true for the result of one phase, and of a plan with one phase that is read without the plan. */
    boolean isPhase() {
        return !isPlan && result != null && result.phases().size() == 1;
    }

    /** Returns true if the loads may have run one after the other. */
    boolean hasPhases() {
        return isPlan || result != null && !result.phases().isEmpty();
    }

    private static RunContent of(PlanResult plan, boolean isPlan) {
        RunResult run = plan.whole();
        return new RunContent(
                isPlan,
                plan.label(),
                run.plan(),
                run.tool(),
                run.schemaVersion(),
                run.startedAt(),
                run.samples(),
                run.notes(),
                measuredPart(run.summary().seconds(), run.summary()),
                plan.steps().stream().map(RunContent::phase).toList(),
                plan.steps(),
                plan.actions(),
                plan.series(),
                plan.scaling(),
                ProbeUnits.of(plan),
                plan.failure(),
                run,
                null);
    }

    private static PhasePart phase(PhaseResult phase) {
        double seconds = phase.toSecond() - phase.fromSecond();
        return new PhasePart(
                phase.step(),
                phase.name(),
                phase.fromSecond(),
                phase.ended(),
                measuredPart(seconds, phase.result().summary()));
    }

    static RunContent of(UnfinishedRun run, List<SampleRow> samples) {
        return new RunContent(
                !run.phases().isEmpty() || !run.text().isBlank(),
                run.label(),
                run.plan(),
                run.tool(),
                run.schemaVersion(),
                run.createdAt(),
                samples,
                run.notes(),
                run.whole(),
                run.phases(),
                List.of(),
                run.actions(),
                run.series(),
                run.scaling(),
                ProbeUnits.of(run.text()),
                null,
                null,
                run);
    }

    private static MeasuredPart measuredPart(double seconds, Summary summary) {
        CdcSummary cdc = summary.cdc();
        WriteSummary write = summary.write();
        CdcSummary.Heartbeats heartbeats = cdc == null ? null : cdc.heartbeats();
        return new MeasuredPart(
                seconds,
                cdc == null || heartbeats == null
                        ? null
                        : new Stream(
                                cdc.delay(),
                                cdc.bytes() - heartbeats.bytes(),
                                cdc.bytesPerSecond(),
                                cdc.events() - heartbeats.events(),
                                cdc.eventsPerSecond(),
                                cdc.transactions() - heartbeats.transactions(),
                                cdc.transactionsPerSecond(),
                                heartbeats.transactions(),
                                false,
                                cdc.eventsByKind(),
                                null),
                write == null ? null : load(write),
                write == null
                        ? List.of()
                        : write.workloads().stream()
                                .map(workload -> new OneLoad(
                                        workload.name(),
                                        workload.fromSecond(),
                                        workload.seconds(),
                                        load(workload.write())))
                                .toList());
    }

    private static Load load(WriteSummary write) {
        return new Load(
                write.transactions(),
                write.transactionsPerSecond(),
                write.reads() + write.writes() + write.other(),
                write.queriesPerSecond(),
                write.errorsPerCode().values().stream()
                        .mapToLong(Long::longValue)
                        .sum(),
                write.latency(),
                write.startDelay());
    }
}
