// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.ConsumerTable;
import io.github.cdctester.internal.report.compose.experiment.NamedRun;
import io.github.cdctester.internal.report.compose.experiment.SeriesBuilder;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.TableBuilder;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.MeasuredRun;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.ResultValues.Times;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.CurvePoint;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The throughput-latency curve: delay and latency at several percentages of the highest rate that holds. */
final class FindMaxCurve {

    private static final int HEIGHT = 340;

    private static final String INTRODUCTION =
            "Runs after the search, at percentages of the answer. All are open loops: write latency counts"
                    + " from the intended start, and nothing waits for a slow transaction before it.";

    /** The point at 100 % is the highest rate itself. */
    private record Point(double percent, boolean isRequested, RateTrial trial, RunResult result) {

        @Nullable
        Double value(ResultValue value) {
            return value.insufficientCount(MeasuredRun.of(result)).isPresent() ? null : value.valueIn(result);
        }

        String name() {
            return PlainText.number(percent) + " %, " + PlainText.number(trial.rate()) + "/s";
        }

        double throughput() {
            return ShortNumber.orGap(value(ResultValues.WRITE_TPS));
        }

        String label(String name, @Nullable Double millis) {
            return PlainText.number(percent) + " %, step " + trial.step() + ": " + name + " "
                    + (millis == null ? "-" : ShortNumber.of(millis)) + " ms";
        }
    }

    private final FindMaxResult search;
    private final boolean hasStream;
    private final List<Point> points = new ArrayList<>();

    FindMaxCurve(FindMaxResult search, boolean hasStream) {
        this.search = search;
        this.hasStream = hasStream;
        if (search.curve().isEmpty()) {
            return;
        }
        for (CurvePoint point : search.curve()) {
            add(point.percent(), point.asked(), point.step());
        }
        boolean hasAnswer = points.stream().anyMatch(point -> point.percent() >= 100);
        if (!hasAnswer) {
            SearchAnswer.trialAtAnswer(search).map(RateTrial::step).ifPresent(step -> add(100, false, step));
        }
    }

    private void add(double percent, boolean isRequested, int step) {
        search.steps().stream()
                .filter(trial -> trial.step() == step && trial.trial().result() != null)
                .forEach(trial -> points.add(new Point(
                        percent,
                        isRequested,
                        trial,
                        Objects.requireNonNull(trial.trial().result()))));
    }

    Section section() {
        List<Block> blocks = new ArrayList<>();
        if (!points.isEmpty()) {
            if (hasStream) {
                blocks.add(chart("curve-delay", "Delay", "DT", ResultValues.DELAY, consumerLines()));
            }
            blocks.add(chart("curve-latency", "Write latency", "latency", ResultValues.LATENCY, List.of()));
            blocks.add(table());
            blocks.addAll(ConsumerTable.of(
                    "curve-consumers",
                    "share, rate",
                    points.stream()
                            .map(point -> new NamedRun(point.name(), point.result()))
                            .toList()));
        }
        return new Section("curve", "Latency against throughput", INTRODUCTION, blocks);
    }

    void addRequestedPercentages(Facts.Builder facts) {
        for (Point point : points) {
            if (point.isRequested()) {
                facts.add(
                        "at " + PlainText.number(point.percent()) + " %",
                        PlainText.number(point.trial().rate()) + "/s: "
                                + (hasStream ? percentilesText(point, "DT", ResultValues.DELAY) + "; " : "")
                                + percentilesText(point, "write latency", ResultValues.LATENCY));
            }
        }
    }

    private static String percentilesText(Point point, String name, Times times) {
        return name + " p50 " + ShortNumber.of(point.value(times.p50())) + ", p99 "
                + ShortNumber.of(point.value(times.p99())) + " ms";
    }

    private Chart chart(String id, String title, String axis, Times times, List<Series> moreSeries) {
        List<Series> series = new ArrayList<>();
        times.percentiles().forEach((name, value) -> series.addAll(line(name, name, point -> point.value(value))));
        series.addAll(moreSeries);
        return Chart.of(
                id,
                title + " against throughput",
                null,
                Axis.of("TPS", "/s", Axis.Scale.LINEAR),
                List.of(ChartAxes.of(axis, "ms", series, 0)),
                series,
                HEIGHT);
    }

    private List<Series> line(String name, String role, Function<Point, @Nullable Double> value) {
        SeriesBuilder line = new SeriesBuilder();
        for (Point point : points) {
            Double millis = value.apply(point);
            line.add(point.throughput(), ShortNumber.orGap(millis), point.label(name, millis));
        }
        return line.series(name, Shape.SCATTER_LINE, role, 0);
    }

    /** Each line is the p99 of a consumer's delay. */
    private List<Series> consumerLines() {
        Set<String> names = new LinkedHashSet<>();
        points.forEach(point -> point.result().consumers().forEach(consumer -> names.add(consumer.name())));
        List<Series> series = new ArrayList<>();
        names.forEach(name -> series.addAll(line(
                name + " p99",
                "other",
                point -> point.result().consumers().stream()
                        .filter(consumer -> consumer.name().equals(name))
                        .map(ConsumerResult::delay)
                        .findFirst()
                        .map(delay -> delay.withoutUnreliablePercentiles().p99Millis())
                        .orElse(null))));
        return series;
    }

    private Table table() {
        TableBuilder<Point> columns = new TableBuilder<Point>()
                .add(Column.number("percent", "of highest", Unit.PERCENT, 0), Point::percent)
                .add(
                        Column.count("rate", "rate"),
                        point -> PlainText.number(point.trial().rate()))
                .add(ValueFormat.column(FindMaxComposer.TPS), point -> point.value(ResultValues.WRITE_TPS));
        if (hasStream) {
            ResultValues.DELAY.percentiles().forEach((name, value) -> addPercentile(columns, name, value));
        }
        ResultValues.LATENCY.percentiles().forEach((name, value) -> addPercentile(columns, name, value));
        columns.add(Column.text("outcome", "outcome").onPage(), point -> {
            TrialOutcome outcome = point.trial().outcome();
            return Cell.of(PlainText.asWords(outcome), outcome == TrialOutcome.HELD ? Tone.GOOD : Tone.BAD);
        });
        columns.add(
                Column.count("step", "step").onPage(), point -> point.trial().step());
        return columns.build("curve", null, null, points, Detail.ESSENTIAL);
    }

    private static void addPercentile(TableBuilder<Point> columns, String percentile, ResultValue value) {
        Column column = ValueFormat.column(value);
        boolean isInAllOutputs = percentile.equals("p50") || percentile.equals("p99");
        columns.add(isInAllOutputs ? column : column.onPage(), point -> point.value(value));
    }
}
