// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.report.compose.chart.ChartAnnotations;
import io.github.cdctester.internal.report.compose.chart.Rounding;
import io.github.cdctester.internal.report.compose.chart.RunTimeSeries;
import io.github.cdctester.internal.report.compose.chart.TimeAxis;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.FaultMark;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.Gap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates the marks and bands of a run on the time axis. */
final class RunAnnotations {

    private RunAnnotations() {}

    /** In a run without a result, the last phase ends with the last second. */
    static ChartAnnotations annotations(RunContent run, RunTimeSeries charts) {
        TimeAxis time = charts.time();
        List<Band> bands = new ArrayList<>(time.phaseBands());
        List<Mark> marks = new ArrayList<>();
        List<Double> phaseBounds = new ArrayList<>();
        RunResult result = run.result();
        if (result == null) {
            for (PhasePart phase : run.phases()) {
                double end = phase.fromSecond() + phase.part().seconds();
                addPhase(phase.name(), phase.fromSecond(), end, time, marks, bands);
                phaseBounds.addAll(List.of(phase.fromSecond(), end));
            }
        } else {
            for (PhaseSpan phase : result.phases()) {
                addPhase(phase.name(), phase.fromSecond(), phase.toSecond(), time, marks, bands);
                phaseBounds.addAll(List.of(phase.fromSecond(), phase.toSecond()));
                addBacklog(phase.backlog(), time, marks);
            }
        }
        marks.addAll(charts.loadMarks().marks(phaseBounds, time));
        if (result != null) {
            addEvents(result, charts, marks);
        }
        addActions(run.actions(), time, marks);
        return new ChartAnnotations(x(time.start()), x(time.end()), marks, bands);
    }

    private static void addEvents(RunResult result, RunTimeSeries charts, List<Mark> marks) {
        TimeAxis time = charts.time();
        marks.addAll(charts.statementMarks().marks());
        CdcSummary cdc = result.summary().cdc();
        for (Gap gap : cdc == null ? List.<Gap>of() : cdc.gaps()) {
            marks.add(mark(time.ofInstant(gap.at()), "broken: " + gap.reason(), false, "reconnect"));
        }
        for (FaultMark fault : result.faults()) {
            boolean hasFailed = fault.failure() != null;
            marks.add(mark(time.ofMeasured(fault.second()), fault.fault(), hasFailed, hasFailed ? "action" : "fault"));
        }
    }

    private static Mark mark(double second, String text, boolean hasFailed, String kind) {
        return new Mark(x(second), ChartAnnotations.shortened((hasFailed ? "failed: " : "") + text), kind);
    }

    private static void addPhase(
            String name, double fromSecond, double toSecond, TimeAxis time, List<Mark> marks, List<Band> bands) {
        double from = time.ofMeasured(fromSecond);
        if (from > time.start()) { // a mark at the start of the axis would be unreadable
            marks.add(mark(from, name, false, "phase"));
        }
        bands.add(new Band(x(from), x(time.ofMeasured(toSecond)), ChartAnnotations.shortened(name), "phase"));
    }

    private static void addActions(List<ActionMark> actions, TimeAxis time, List<Mark> marks) {
        for (ActionMark action : actions) {
            if (action.started()) {
                boolean hasFailed = action.failure() != null;
                double second = time.ofMeasured(action.second());
                marks.add(mark(second, action.text(), hasFailed, hasFailed ? "fault" : "action"));
            }
        }
    }

    private static void addBacklog(@Nullable BacklogResult backlog, TimeAxis time, List<Mark> marks) {
        if (backlog == null) {
            return;
        }
        for (BacklogResult.Stretch stretch : backlog.stretches()) {
            String name = switch (stretch.part()) {
                case BEFORE -> "";
                case PILING_UP -> "reading paused";
                case CATCHING_UP -> "read on";
                case AFTER -> "caught up";
            };
            if (!name.isEmpty()) {
                marks.add(new Mark(x(time.ofMeasured(stretch.fromSecond())), name, "action"));
            }
        }
    }

    static List<Band> disconnectedBands(RunResult result, TimeAxis time) {
        return result.summary().stream().gaps().stream()
                .map(gap -> new Band(
                        x(time.ofInstant(gap.at())), x(time.ofInstant(gap.at()) + gap.seconds()), "broken", "broken"))
                .toList();
    }

    private static double x(double seconds) {
        return Rounding.second(seconds);
    }
}
