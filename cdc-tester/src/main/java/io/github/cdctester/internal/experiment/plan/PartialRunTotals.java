// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.plan.PhaseResults.PhaseSeconds;
import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.steps.CapacityPrice;
import io.github.cdctester.internal.steps.RunScaling;
import io.github.cdctester.internal.steps.RunSteps;
import io.github.cdctester.internal.summary.RetainedRows;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.sample.SampleRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Totals of a run in progress, without the warm-up and the drain. Not thread-safe. */
public final class PartialRunTotals {

    private static final class PhaseSum {
        private final String name;
        private final SampleTotals sum;
        private double fromSecond;
        private @Nullable PhaseSpan endedSpan;

        PhaseSum(String name, double fromSecond, SampleTotals sum) {
            this.name = name;
            this.fromSecond = fromSecond;
            this.sum = sum;
        }
    }

    private final String label;
    private final String text;
    private final Plan plan;
    private final ToolInfo tool;
    private final Instant createdAt;
    private final @Nullable RetainedRows rows;
    private final SampleTotals wholeRun;
    private final List<CapacityPrice> prices;
    private final RunSteps steps = new RunSteps();
    private final List<PhaseSum> phases = new ArrayList<>();
    private final List<ActionMark> actions = new ArrayList<>();
    private final Set<Note> notes = new LinkedHashSet<>();
    private long lastSecond;
    private double measuredSeconds;

    public PartialRunTotals(String label, String text, Plan plan, Instant createdAt) {
        this(
                label,
                text,
                plan,
                ToolInfo.current(""),
                createdAt,
                Map.of(),
                new RetainedRows(Math.max(1, plan.subscriber().streams().size())));
    }

    /** @param rows {@code null} if the samples are stored elsewhere */
    PartialRunTotals(
            String label,
            String text,
            Plan plan,
            ToolInfo tool,
            Instant createdAt,
            Map<String, String> prices,
            @Nullable RetainedRows rows) {
        this.label = label;
        this.text = text;
        this.plan = plan;
        this.tool = tool;
        this.createdAt = createdAt;
        this.rows = rows;
        this.prices = CapacityPrice.parseAll(text, prices);
        wholeRun = newSum();
    }

    public void add(SampleRow row) {
        if (rows != null) {
            rows.append(row);
        }
        int lastIndex = phases.size() - 1;
        boolean isPhaseRunning = lastIndex >= 0 && phases.get(lastIndex).endedSpan == null;
        add(row, isPhaseRunning ? lastIndex : PhaseSeconds.NONE);
    }

    /** @param phaseIndex from 0, or {@link PhaseSeconds#NONE} */
    void add(SampleRow row, int phaseIndex) {
        steps.add(row);
        lastSecond = row.second();
        if (row.phase() != SampleRow.RunPart.MEASURE) {
            return;
        }
        wholeRun.add(row);
        measuredSeconds += row.seconds();
        if (phaseIndex != PhaseSeconds.NONE) {
            phases.get(phaseIndex).sum.add(row);
        }
    }

    /** @param endedSpan {@code null} if the phase is still running */
    void addPhase(String name, double fromSecond, @Nullable PhaseSpan endedSpan) {
        PhaseSum phase = new PhaseSum(name, fromSecond, newSum());
        phase.endedSpan = endedSpan;
        phases.add(phase);
    }

    long lastSecond() {
        return lastSecond;
    }

    public void phaseBegins(String name) {
        addPhase(name, measuredSeconds, null);
    }

    public void phaseEnded(PhaseSpan span) {
        if (!phases.isEmpty()) {
            PhaseSum lastPhase = phases.get(phases.size() - 1);
            lastPhase.fromSecond = span.fromSecond();
            lastPhase.endedSpan = span;
        }
    }

    public void addAction(ActionMark mark) {
        actions.add(mark);
    }

    public void addNote(Note note) {
        notes.add(note);
    }

    /** Returns empty if the samples are stored elsewhere. */
    public List<SampleRow> rows() {
        return rows == null ? List.of() : rows.rows();
    }

    public UnfinishedRun toUnfinishedRun(Instant writtenAt, boolean isStillRunning) {
        List<PhasePart> phaseParts = new ArrayList<>();
        List<PhaseSpan> spans = new ArrayList<>();
        for (PhaseSum phase : phases) {
            PhaseSpan endedSpan = phase.endedSpan;
            String endText = endedSpan == null ? null : endedSpan.ended();
            phaseParts.add(
                    new PhasePart(phaseParts.size() + 1, phase.name, phase.fromSecond, endText, phase.sum.value()));
            spans.addAll(endedSpan == null ? List.of() : List.of(endedSpan));
        }
        List<SeriesSteps> series = steps.findAll(LoadSpan.of(plan, phaseParts));
        List<Note> allNotes = new ArrayList<>(notes);
        if (rows != null) {
            allNotes.addAll(rows.notes());
        }
        return new UnfinishedRun(
                RunResult.SCHEMA_VERSION,
                UnfinishedRun.KIND,
                label,
                text,
                tool,
                createdAt,
                writtenAt,
                isStillRunning,
                lastSecond,
                plan,
                allNotes,
                wholeRun.value(),
                phaseParts,
                actions,
                series,
                RunScaling.of(steps, series, prices, spans));
    }

    private SampleTotals newSum() {
        return new SampleTotals(
                plan.loads().isEmpty() ? "" : plan.loads().get(0).name(), plan.subscriber().stream());
    }
}
