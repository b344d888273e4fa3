// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.experiment.plan.PhaseResults.PhaseSeconds;
import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.steps.CapacityPrice;
import io.github.cdctester.internal.steps.ScalingOfRun;
import io.github.cdctester.internal.steps.StepsOfRun;
import io.github.cdctester.internal.summary.RetainedRows;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.SampleRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sums up a run in progress from its listener's calls; warm-up and drain are in the rows and in no total. Not thread-safe. */
public final class RunSoFar {

    private static final class PhaseSum {
        private final String name;
        private final SecondsSum sum;
        private double fromSecond;
        private @Nullable PhaseSpan over;

        PhaseSum(String name, double fromSecond, SecondsSum sum) {
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
    private final SecondsSum whole;
    private final List<CapacityPrice> prices;
    private final StepsOfRun steps = new StepsOfRun();
    private final List<PhaseSum> phases = new ArrayList<>();
    private final List<ActionMark> actions = new ArrayList<>();
    private final Set<Note> notes = new LinkedHashSet<>();
    private long lastSecond;
    private double measuredSeconds;

    public RunSoFar(String label, String text, Plan plan, Instant createdAt) {
        this(
                label,
                text,
                plan,
                ToolInfo.current(""),
                createdAt,
                Map.of(),
                new RetainedRows(Math.max(1, plan.subscriber().streams().size())));
    }

    /** One of seconds that are kept elsewhere, where {@code rows} is {@code null}. */
    RunSoFar(
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
        this.prices = CapacityPrice.all(text, prices);
        whole = sum();
    }

    public void add(SampleRow row) {
        if (rows != null) {
            rows.append(row);
        }
        steps.add(row);
        lastSecond = row.second();
        if (row.phase() != SampleRow.RunPart.MEASURE) {
            return;
        }
        whole.add(row);
        measuredSeconds += row.seconds();
        if (!phases.isEmpty() && phases.get(phases.size() - 1).over == null) {
            phases.get(phases.size() - 1).sum.add(row);
        }
    }

    /** Adds a stored second to a phase, from 0, or to {@link PhaseSeconds#NONE}. */
    void add(SampleRow row, int phase) {
        whole.add(row);
        steps.add(row);
        if (phase != PhaseSeconds.NONE) {
            phases.get(phase).sum.add(row);
        }
        lastSecond = row.second();
    }

    /** A phase whose place is known already. */
    void phase(String name, double fromSecond, @Nullable PhaseSpan over) {
        PhaseSum phase = new PhaseSum(name, fromSecond, sum());
        phase.over = over;
        phases.add(phase);
    }

    long lastSecond() {
        return lastSecond;
    }

    public void phaseBegins(String name) {
        phase(name, measuredSeconds, null);
    }

    public void phaseEnded(PhaseSpan span) {
        if (!phases.isEmpty()) {
            PhaseSum last = phases.get(phases.size() - 1);
            last.fromSecond = span.fromSecond();
            last.over = span;
        }
    }

    public void acted(ActionMark mark) {
        actions.add(mark);
    }

    public void note(Note note) {
        notes.add(note);
    }

    /** Hands out the seconds. */
    public List<SampleRow> rows() {
        return rows == null ? List.of() : rows.rows();
    }

    public UnfinishedRun value(Instant writtenAt, boolean goesOn) {
        List<PhasePart> parts = new ArrayList<>();
        List<PhaseSpan> spans = new ArrayList<>();
        for (PhaseSum phase : phases) {
            PhaseSpan over = phase.over;
            String ended = over == null ? null : over.ended();
            parts.add(new PhasePart(parts.size() + 1, phase.name, phase.fromSecond, ended, phase.sum.value()));
            spans.addAll(over == null ? List.of() : List.of(over));
        }
        List<SeriesSteps> series = steps.all(LoadSpan.of(plan, parts));
        List<Note> all = new ArrayList<>(notes);
        if (rows != null) {
            all.addAll(rows.notes());
        }
        return new UnfinishedRun(
                RunResult.SCHEMA_VERSION,
                UnfinishedRun.KIND,
                label,
                text,
                tool,
                createdAt,
                writtenAt,
                goesOn,
                lastSecond,
                plan,
                all,
                whole.value(),
                parts,
                actions,
                series,
                ScalingOfRun.of(steps, series, prices, spans));
    }

    private SecondsSum sum() {
        return new SecondsSum(plan.loads().isEmpty() ? "" : plan.loads().get(0).name(), plan.subscriber().stream());
    }
}
