// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Charts of probes, one per probe and column. A chart has one line per target, the number of targets, and marks for steps. */
public record ProbeCharts(Curves curves, ProbeUnits units, List<SeriesSteps> steps, TimeAxis time) {

    private static final int MAX_CHARTS = 20;

    public List<Block> draw(ChartAnnotations annotations) {
        Map<String, List<ProbeName>> lines = new LinkedHashMap<>();
        Map<String, ProbeName> counts = new LinkedHashMap<>();
        ProbeName.of(curves.statistics()).values().forEach(name -> {
            if (name.isCount()) {
                counts.put(name.probe(), name);
            } else {
                lines.computeIfAbsent(name.chartTitle(), key -> new ArrayList<>())
                        .add(name);
            }
        });
        counts.forEach((probe, count) -> {
            boolean hasChart = lines.values().stream()
                    .anyMatch(probeLines -> probeLines.get(0).probe().equals(probe));
            if (!hasChart) {
                lines.put(probe, List.of(count)); // the probe has targets without numbers, or never had targets
            }
        });
        List<Block> blocks = new ArrayList<>();
        lines.forEach((title, probeLines) -> {
            if (blocks.size() < MAX_CHARTS) {
                ProbeName count = probeLines.get(0).isCount()
                        ? null
                        : counts.get(probeLines.get(0).probe());
                blocks.add(chart("probe-" + (blocks.size() + 1), title, probeLines, count, annotations));
            }
        });
        if (lines.size() > MAX_CHARTS) {
            blocks.add(new Prose("There are " + lines.size() + " such charts, of which the first " + MAX_CHARTS
                    + " are shown; samples.csv has all series."));
        }
        return blocks;
    }

    private Chart chart(
            String id, String title, List<ProbeName> lines, @Nullable ProbeName count, ChartAnnotations annotations) {
        String unit = units.ofSeries(lines.get(0).series());
        List<Series> unscaled = lines.stream()
                .limit(Curves.MAX_CURVES)
                .map(line -> curves.unrounded(line.series(), line.legend(), Shape.STEP, 0))
                .toList();
        String displayUnit = ProbeUnits.displayUnit(
                unit,
                unscaled.stream()
                        .flatMapToDouble(series -> Arrays.stream(series.y()))
                        .toArray());
        List<Series> scaledSeries =
                unscaled.stream().map(series -> scaled(series, displayUnit)).toList();
        TimeChart chart = new TimeChart(id, title)
                .axis(title, ProbeUnits.displayText(displayUnit), Scale.LINEAR)
                .series(scaledSeries)
                .note(
                        lines.size() > Curves.MAX_CURVES
                                ? "The first " + Curves.MAX_CURVES + " of " + lines.size() + " lines are drawn."
                                : "",
                        curves.note());
        if (count != null) {
            chart.axis(count.legend(), "", Scale.LINEAR)
                    .series(List.of(curves.series(count.series(), count.legend(), Shape.STEP, 1)));
        }
        List<Mark> marks =
                lines.stream().flatMap(line -> marks(line, unit).stream()).toList();
        if (!marks.isEmpty()) {
            chart.marks(marks).note("Marks: detected steps, at the time when the new level is reached.");
        }
        return chart.draw(annotations);
    }

    private List<Mark> marks(ProbeName line, String unit) {
        return steps.stream()
                .filter(seriesSteps -> seriesSteps.series().equals(line.series()))
                .flatMap(seriesSteps -> seriesSteps.steps().stream())
                .map(step -> new Mark(
                        time.within(step.endSecond()),
                        ProbeUnits.text(step.from(), unit) + " → " + ProbeUnits.text(step.to(), unit),
                        "step"))
                .toList();
    }

    static Series scaled(Series series, String unit) {
        double factor = ProbeUnits.factor(unit);
        return series.withPoints(
                series.x(),
                Arrays.stream(series.y()).map(y -> Rounding.value(y * factor)).toArray());
    }
}
