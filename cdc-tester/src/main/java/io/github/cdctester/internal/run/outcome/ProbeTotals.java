// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary.ServerFigure;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Totals of the probes' readings in the measured part. Not thread-safe. */
public final class ProbeTotals {

    /** Changing targets create new series. Later series are only in the samples. */
    private static final int MAX_SERIES = 1_000;

    /**
     * A value of the result that corresponds to a probe's metric.
     *
     * @param metric such as {@code cdc.bytesPerSecond}
     * @param scale factor from a reading to the unit of the value
     */
    public record ResultMetric(String metric, double scale) {}

    /**
     * @param units by probe; {@code /s} is appended for changes per second; probes without a unit are absent
     * @param comparedMetrics values of the result by series
     */
    public record ProbeReport(Map<String, String> units, Map<String, ResultMetric> comparedMetrics, List<Note> notes) {

        public static final ProbeReport EMPTY = new ProbeReport(Map.of(), Map.of(), List.of());
    }

    private final Map<String, DoubleSummaryStatistics> totals = new LinkedHashMap<>();

    public void add(Map<String, Double> readings) {
        readings.forEach((series, value) -> {
            if (totals.containsKey(series) || totals.size() < MAX_SERIES) {
                totals.computeIfAbsent(series, name -> new DoubleSummaryStatistics())
                        .accept(value);
            }
        });
    }

    /** Adds the corresponding value of the result, if any. */
    public List<ProbeSummary> summaries(
            Map<String, ResultMetric> comparedMetrics, Function<ResultValue, @Nullable Double> result) {
        List<ProbeSummary> summaries = new ArrayList<>();
        totals.forEach((series, statistics) -> summaries.add(new ProbeSummary(
                series,
                statistics.getCount(),
                statistics.getAverage(),
                statistics.getMin(),
                statistics.getMax(),
                figure(comparedMetrics.get(series), statistics.getAverage(), result))));
        return summaries;
    }

    private static @Nullable ServerFigure figure(
            @Nullable ResultMetric resultMetric, double mean, Function<ResultValue, @Nullable Double> result) {
        if (resultMetric == null) {
            return null;
        }
        double serverValue = mean * resultMetric.scale();
        Double resultValue = result.apply(ResultValues.of(resultMetric.metric()));
        return new ServerFigure(
                resultMetric.metric(),
                resultValue,
                serverValue,
                resultValue == null || serverValue == 0 ? null : resultValue / serverValue);
    }
}
