// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.findmax;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.Limit;
import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.SeriesBuilder;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueName;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Charts of a search: the tried rates, and the measured value of each limit over the rate. */
final class FindMaxCharts {

    private static final int HEIGHT = 340;
    private static final double MIN_GROWTH_PERCENT = -2;
    private static final double MAX_GROWTH_PERCENT = 5;

    private FindMaxCharts() {}

    /** Also shows the highest rate that has held and the lowest rate that has failed so far. */
    static Chart trialChart(FindMaxResult search) {
        List<RateTrial> rows = SearchAnswer.searchTrials(search);
        SeriesBuilder held = new SeriesBuilder();
        SeriesBuilder failed = new SeriesBuilder();
        NavigableMap<Double, Boolean> heldByRate = new TreeMap<>();
        double highestHeld = Double.NaN;
        double lowestFailed = Double.NaN;
        for (int index = 0; index < rows.size(); index++) {
            RateTrial row = rows.get(index);
            if (row.outcome() != TrialOutcome.RUN_FAILED) {
                heldByRate.put(row.rate(), row.outcome() == TrialOutcome.HELD);
            }
            lowestFailed = firstRate(heldByRate, false);
            highestHeld = firstRate(
                    (Double.isNaN(lowestFailed) ? heldByRate : heldByRate.headMap(lowestFailed, false)).descendingMap(),
                    true);
            held.add(index, highestHeld, "highest that held so far: " + ShortNumber.of(highestHeld) + "/s");
            failed.add(index, lowestFailed, "lowest that did not hold so far: " + ShortNumber.of(lowestFailed) + "/s");
        }
        List<Series> series =
                new ArrayList<>(failed.series("lowest that did not hold so far", Shape.STEP, "stress", 0));
        series.addAll(held.series("highest that held so far", Shape.STEP, "baseline", 0));
        series.addAll(seriesByOutcome(rows, row -> (double) rows.indexOf(row), RateTrial::rate));
        return Chart.of(
                "trials",
                "Rates in the order in which they were tried",
                answerRange(highestHeld, lowestFailed),
                ChartAxes.categories(
                        "step",
                        rows.stream().map(row -> String.valueOf(row.step())).toList()),
                List.of(ChartAxes.of("rate", "/s", series, 0)),
                series,
                HEIGHT);
    }

    /** {@code heldByRate} contains the outcome of the last trial at each rate. Returns NaN if no rate has the outcome. */
    private static double firstRate(NavigableMap<Double, Boolean> heldByRate, boolean isHeld) {
        return heldByRate.entrySet().stream()
                .filter(rate -> rate.getValue() == isHeld)
                .mapToDouble(Map.Entry::getKey)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The range has no lower end if all rates failed, and no upper end if all rates held. */
    private static String answerRange(double highestHeld, double lowestFailed) {
        if (Double.isNaN(highestHeld)) {
            return Double.isNaN(lowestFailed)
                    ? "It is not known of any trial whether its rate holds."
                    : "No rate held: the highest that holds is below the line.";
        }
        return Double.isNaN(lowestFailed)
                ? "Each rate held: the highest that holds is on the line or above."
                : "The highest rate that holds is between the two lines.";
    }

    /** A chart of the backlog is added for a stream, because the backlog grows before the delay increases. */
    static List<Chart> overRate(FindMaxResult search, boolean hasStream) {
        List<Chart> charts = new ArrayList<>();
        for (int i = 0; i < search.limits().size(); i++) {
            charts.add(overRate("limit-" + (i + 1), search.limits().get(i), search.steps()));
        }
        if (hasStream) {
            List<RateTrial> rows = search.steps();
            String note =
                    "Share of the commits that stayed behind: around 0 the stream keeps up; above, the delay rises as"
                            + " long as the load lasts.";
            List<Series> series = seriesByOutcome(rows, RateTrial::rate, RateTrial::backlogGrowthPercent);
            charts.add(overRate("backlog", "Backlog", note, growthAxis(rows), series, rows));
        }
        return charts;
    }

    private static Chart overRate(String id, String limit, List<RateTrial> rows) {
        Optional<Limit> parsed = parse(limit);
        String name = parsed.flatMap(Limit::value)
                .map(value -> ValueName.of(value.name()))
                .orElse(limit);
        OptionalDouble bound = parsed.map(Limit::bound).orElse(OptionalDouble.empty());
        List<Series> series = seriesByOutcome(rows, RateTrial::rate, row -> actual(row, limit));
        if (bound.isPresent() && !series.isEmpty()) {
            SeriesBuilder line = new SeriesBuilder();
            DoubleSummaryStatistics rates =
                    rows.stream().mapToDouble(RateTrial::rate).summaryStatistics();
            line.add(rates.getMin(), bound.getAsDouble(), limit);
            line.add(rates.getMax(), bound.getAsDouble(), limit);
            series.addAll(line.series(limit, Shape.LINE, "baseline", 0));
        }
        return overRate(id, name, null, ChartAxes.of(name, "", series, 0), series, rows);
    }

    private static Chart overRate(
            String id, String name, @Nullable String note, Axis y, List<Series> series, List<RateTrial> rows) {
        Axis x = ChartAxes.of("rate", "/s", rows.stream().mapToDouble(RateTrial::rate));
        return Chart.of(id, name + " against rate", note, x, List.of(y), series, HEIGHT);
    }

    /** Has a minimum range, so that random variation around 0 looks small. */
    private static Axis growthAxis(List<RateTrial> rows) {
        DoubleSummaryStatistics growth = rows.stream()
                .map(RateTrial::backlogGrowthPercent)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .summaryStatistics();
        return new Axis(
                "backlog growth",
                "%",
                Axis.Scale.LINEAR,
                List.of(),
                growth.getCount() == 0 || growth.getMin() >= MIN_GROWTH_PERCENT ? (Double) MIN_GROWTH_PERCENT : null,
                growth.getCount() == 0 || growth.getMax() <= MAX_GROWTH_PERCENT ? (Double) MAX_GROWTH_PERCENT : null);
    }

    /** Each outcome has its own colour and symbol. */
    private static List<Series> seriesByOutcome(
            List<RateTrial> rows, Function<RateTrial, Double> x, Function<RateTrial, @Nullable Double> y) {
        List<Series> series = new ArrayList<>();
        for (TrialOutcome outcome : TrialOutcome.values()) {
            SeriesBuilder points = new SeriesBuilder();
            rows.stream()
                    .filter(row -> row.outcome() == outcome)
                    .forEach(row -> points.add(
                            x.apply(row),
                            ShortNumber.orGap(y.apply(row)),
                            "step " + row.step() + ", " + PlainText.asWords(row.purpose()) + ": "
                                    + PlainText.number(row.rate()) + "/s " + PlainText.asWords(outcome)));
            series.addAll(points.series(PlainText.asWords(outcome), Shape.SCATTER, role(outcome), 0));
        }
        return series;
    }

    private static String role(TrialOutcome outcome) {
        return switch (outcome) {
            case HELD -> "good";
            case RUN_FAILED -> "unsure";
            case LIMIT_BROKE -> "bad";
            case BACKLOG_GREW -> "grew";
            case NOT_DELIVERED -> "undelivered";
        };
    }

    private static @Nullable Double actual(RateTrial row, String limit) {
        return SearchAnswer.check(row, limit).map(Check::actual).orElse(null);
    }

    /**
     * Returns empty if the limit is invalid, because a later version wrote it or a user edited it. The chart then has no line
     * for the bound.
     */
    static Optional<Limit> parse(String limit) {
        try {
            return Optional.of(Limit.parseRequired("limit", limit));
        } catch (InvalidPlanException e) {
            return Optional.empty();
        }
    }
}
