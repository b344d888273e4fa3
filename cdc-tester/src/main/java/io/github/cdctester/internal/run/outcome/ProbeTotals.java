// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.Heartbeats;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import io.github.cdctester.result.summary.Summary.ProbeSummary.ServerFigure;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
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

    /** The server's own rates include the tester's heartbeats, which rates of the result exclude. */
    private static final Map<String, ToLongFunction<Heartbeats>> RATES_WITHOUT_HEARTBEATS = Map.of(
            ResultValues.CDC_BPS.name(), Heartbeats::bytes,
            ResultValues.CDC_EPS.name(), Heartbeats::events,
            ResultValues.CDC_TPS.name(), Heartbeats::transactions,
            ResultValues.CDC_ROWS.name(), Heartbeats::rows);

    private final Map<String, DoubleSummaryStatistics> totals = new LinkedHashMap<>();
    private double seconds;
    private long heartbeats;

    /** @param row the sample of the same second */
    public void add(Map<String, Double> readings, SampleRow row) {
        seconds += row.seconds();
        heartbeats += row.cdc() == null ? 0 : row.cdc().heartbeats();
        readings.forEach((series, value) -> {
            if (totals.containsKey(series) || totals.size() < MAX_SERIES) {
                totals.computeIfAbsent(series, name -> new DoubleSummaryStatistics())
                        .accept(value);
            }
        });
    }

    /**
     * Adds the corresponding value of the result, if any.
     *
     * @param cdc the stream of the result; {@code null} without a stream
     */
    public List<ProbeSummary> summaries(
            Map<String, ResultMetric> comparedMetrics,
            Function<ResultValue, @Nullable Double> result,
            @Nullable CdcSummary cdc) {
        List<ProbeSummary> summaries = new ArrayList<>();
        totals.forEach((series, statistics) -> summaries.add(new ProbeSummary(
                series,
                statistics.getCount(),
                statistics.getAverage(),
                statistics.getMin(),
                statistics.getMax(),
                figure(comparedMetrics.get(series), statistics.getAverage(), result, cdc))));
        return summaries;
    }

    private @Nullable ServerFigure figure(
            @Nullable ResultMetric resultMetric,
            double mean,
            Function<ResultValue, @Nullable Double> result,
            @Nullable CdcSummary cdc) {
        if (resultMetric == null) {
            return null;
        }
        double serverValue = mean * resultMetric.scale();
        Double withoutHeartbeats = result.apply(ResultValues.of(resultMetric.metric()));
        Double resultValue = withoutHeartbeats == null
                ? null
                : (Double) (withoutHeartbeats + heartbeatRate(resultMetric.metric(), cdc));
        return new ServerFigure(
                resultMetric.metric(),
                resultValue,
                serverValue,
                resultValue == null || serverValue == 0 ? null : resultValue / serverValue);
    }

    /**
     * Returns the part of the heartbeats in a rate, over the seconds of the samples: totals also contain the heartbeats of later waits.
     */
    private double heartbeatRate(String metric, @Nullable CdcSummary cdc) {
        ToLongFunction<Heartbeats> amount = RATES_WITHOUT_HEARTBEATS.get(metric);
        if (amount == null || cdc == null || cdc.heartbeats().transactions() == 0 || seconds <= 0) {
            return 0;
        }
        double perHeartbeat =
                (double) amount.applyAsLong(cdc.heartbeats()) / cdc.heartbeats().transactions();
        return heartbeats / seconds * perHeartbeat;
    }
}
