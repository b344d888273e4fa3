// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The three charts of TDSQL-C's published elasticity test: the whole time, the time after the start of the second load (the
 * stress), and the time after its end.
 */
final class ElasticityCharts implements TimeSeriesBuilder {

    private static final int HEIGHT = 360;

    /** If no probe has a unit, a series without smaller values is assumed to be in bytes. */
    private static final double MIN_BYTES_VALUE = 1e6;

    /** Tolerance for comparisons with the planned start and end of a load. */
    static final double TOLERANCE_SECONDS = 0.1;

    private final int rows;
    private final List<LoadSpan> loads;
    private final String mainLoad;
    private final double mainFrom;
    private final Map<String, DownSampling<Void>> latencies = new LinkedHashMap<>();
    private final Optional<MainLoadTable> mainLoadTable;
    private double stressFrom = Double.NaN;
    private double stressTo = Double.NaN;
    private boolean loadsOverlap;
    private String sizeUnit = "";
    private double lastSecondEnd;

    /** The first load is the main load. */
    ElasticityCharts(int rows, List<LoadSpan> loads) {
        this.rows = rows;
        this.loads = loads;
        mainLoad = loads.isEmpty() ? "" : loads.get(0).name();
        mainFrom = loads.isEmpty() ? 0 : loads.get(0).from();
        List<LoadSpan> secondLoads = loads.stream()
                .filter(load -> !load.name().equals(mainLoad) && load.from() >= mainFrom)
                .toList();
        mainLoadTable = secondLoads.isEmpty()
                ? Optional.empty()
                : Optional.of(new MainLoadTable(
                        loads.get(0),
                        secondLoads.stream().mapToDouble(LoadSpan::from).min().orElseThrow(),
                        secondLoads.stream().mapToDouble(LoadSpan::to).max().orElseThrow()));
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        lastSecondEnd = to;
        boolean mainWrites = false;
        boolean stressWrites = false;
        for (LoadSpan load : loads) {
            Double p99 = load.p99Millis(row);
            if (p99 == null || !load.hasWholeSecondIn(from, to)) {
                continue;
            }
            latencies
                    .computeIfAbsent(load.name(), key -> new DownSampling<>(rows))
                    .add(mainFrom + Math.rint(to - mainFrom), p99, null);
            if (load.name().equals(mainLoad)) {
                mainWrites = true;
                mainLoadTable.ifPresent(table -> table.addSecond(row, from, to));
            }
            if (!load.name().equals(mainLoad) && load.from() >= mainFrom) {
                stressWrites = true;
                stressFrom = Double.isNaN(stressFrom) ? load.from() : Math.min(stressFrom, load.from());
                stressTo = Double.isNaN(stressTo) ? load.to() : Math.max(stressTo, load.to());
            }
        }
        loadsOverlap |= mainWrites && stressWrites;
    }

    /** Returns empty if no second load wrote during the main load, or if no probe measured a size. */
    private List<Block> charts(Curves probes, String probe, String unit) {
        if (!loadsOverlap || probe.isEmpty()) {
            return List.of();
        }
        Series unscaled = probes.unrounded(probe, probe, Shape.SCATTER_LINE, 1);
        String displayUnit = ProbeUnits.displayUnit(unit, unscaled.y());
        Series scaled = ProbeCharts.scaled(unscaled, displayUnit);
        Series size = Series.of(scaled.name(), scaled.shape(), "probe", scaled.yAxis(), scaled.x(), scaled.y());
        sizeUnit = ProbeUnits.displayText(displayUnit);
        return Stream.of(
                        chart("elastic", "The whole test", mainFrom, lastSecondEnd, size),
                        chart("elastic-up", "Scale-up: from the start of the second load", stressFrom, stressTo, size),
                        chart("elastic-down", "Scale-down: from its end", stressTo, lastSecondEnd, size))
                .<Block>flatMap(Optional::stream)
                .toList();
    }

    /** Returns empty if no probe measures a size while several loads write. */
    List<Section> sections(Curves probes, ProbeUnits units, List<SeriesSteps> steps) {
        List<Block> blocks = new ArrayList<>(charts(probes, sizeSeries(probes, units, steps), ProbeUnits.BYTES));
        if (!blocks.isEmpty()) {
            mainLoadTable.ifPresent(table -> blocks.add(table.table()));
        }
        return blocks.isEmpty()
                ? List.of()
                : List.of(new Section(
                        "elasticity",
                        "Main and second load",
                        "The charts of the published elasticity test: the latency of the first load before, during"
                                + " and after a second one, and the size of the server.",
                        blocks));
    }

    /** Returns the series in bytes with the most steps; empty if no series is in bytes. */
    private static String sizeSeries(Curves probes, ProbeUnits units, List<SeriesSteps> steps) {
        return probes.names().stream()
                .filter(name -> units.ofSeries(name).equals(ProbeUnits.BYTES)
                        || units.units().isEmpty() && isLikeBytes(probes, name))
                .max(Comparator.comparingLong(name -> steps.stream()
                        .filter(seriesSteps -> seriesSteps.series().equals(name))
                        .mapToLong(seriesSteps -> seriesSteps.steps().size())
                        .sum()))
                .orElse("");
    }

    private static boolean isLikeBytes(Curves curves, String name) {
        double[] values = curves.series(name, name, Series.Shape.STEP, 0).y();
        return values.length > 0 && Arrays.stream(values).noneMatch(value -> value < MIN_BYTES_VALUE);
    }

    /** Returns empty if the plan ended with the second load, so that nothing remains to be drawn. */
    private Optional<Chart> chart(String id, String title, double from, double to, Series size) {
        double firstSecond = Math.floor(from - mainFrom + TOLERANCE_SECONDS);
        double lastSecond = Math.ceil(to - mainFrom - TOLERANCE_SECONDS);
        List<Series> series = new ArrayList<>();
        latencies.forEach((load, points) -> {
            String role = load.equals(mainLoad) ? "main" : "stress";
            Series wholeTest = Series.of(PlainText.line(load), Shape.SCATTER, role, 0, points.x(), points.y());
            series.add(pointsBetween(wholeTest, from, to));
        });
        series.add(pointsBetween(size, from, to));
        series.removeIf(points -> points.x().length == 0);
        if (series.isEmpty() || firstSecond >= lastSecond) {
            return Optional.empty();
        }
        List<Mark> marks = new ArrayList<>();
        if (from <= stressFrom) {
            // like the publication, marks the end of the load's first second: 301 s for a load that starts at 300 s
            marks.add(
                    new Mark(Math.floor(stressFrom - mainFrom + TOLERANCE_SECONDS) + 1, "second load starts", "phase"));
        }
        if (to >= stressTo) {
            marks.add(new Mark(Rounding.second(stressTo - mainFrom), "second load ends", "phase"));
        }
        return Optional.of(new Chart(
                id,
                title,
                "Left axis: p99 of each load in each whole second; right axis: the probe's value. Seconds count from"
                        + " the start of the main load.",
                null,
                new Axis("second of the test", "s", Scale.LINEAR, List.of(), firstSecond, lastSecond),
                List.of(Axis.of("p99", "ms", Scale.LINEAR), Axis.of(size.name(), sizeUnit, Scale.LINEAR)),
                series,
                marks,
                List.of(),
                HEIGHT));
    }

    /** The returned seconds are counted from the start of the main load. */
    private Series pointsBetween(Series series, double from, double to) {
        int[] indexes = IntStream.range(0, series.x().length)
                .filter(i -> series.x()[i] >= from - TOLERANCE_SECONDS && series.x()[i] <= to + TOLERANCE_SECONDS)
                .toArray();
        double[] x = new double[indexes.length];
        double[] y = new double[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            x[i] = Rounding.second(series.x()[indexes[i]] - mainFrom);
            y[i] = Rounding.value(series.y()[indexes[i]]);
        }
        return series.withPoints(x, y);
    }
}
