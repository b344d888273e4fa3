// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Charts of delay and transfer rate over transaction size. The axes of the delay chart are logarithmic, so that a constant
 * transfer rate appears as a straight line.
 */
final class LargeTransactionCharts {

    private static final int HEIGHT = 360;

    private static final StepValue LAST_BYTE = new StepValue(TrialValues.LAST_BYTE, "p99");
    private static final List<StepValue> LARGE_TRANSACTION_VALUES =
            List.of(new StepValue(TrialValues.FIRST_BYTE, "p50"), new StepValue(TrialValues.TRANSFER_TIME, "events"));

    /** For servers that do not report the commit time of large transactions. */
    private static final List<StepValue> ALL_TRANSACTION_VALUES = List.of(
            new StepValue(ResultValues.DELAY.max(), "max"),
            new StepValue(ResultValues.DELAY.mean(), "mean"),
            new StepValue(TrialValues.TRANSFER_TIME, "events"));

    private static final StepValue OTHERS_DELAY =
            new StepValue(TrialValues.OTHERS_P99.labelled("DT p99 of the others"), "transactions");
    private static final StepValue PASSING_RATE = new StepValue(TrialValues.TRANSFER_BPS, "bytes");

    private LargeTransactionCharts() {}

    static List<Block> of(SweepSteps steps) {
        if (!steps.variesTransactionSize() || steps.measuredRows().isEmpty()) {
            return List.of();
        }
        List<Series> delays = new ArrayList<>();
        List<Series> lastByteLine = line(steps, LAST_BYTE);
        delays.addAll(lastByteLine);
        (lastByteLine.isEmpty() ? ALL_TRANSACTION_VALUES : LARGE_TRANSACTION_VALUES)
                .forEach(value -> delays.addAll(line(steps, value)));
        delays.addAll(line(steps, OTHERS_DELAY));
        List<Series> rates = line(steps, PASSING_RATE);
        Axis delay = ChartAxes.logIfPositive(
                "DT", "ms", delays.stream().flatMapToDouble(series -> DoubleStream.of(series.y())));
        List<Block> charts = new ArrayList<>();
        charts.add(chart(
                "size-delay",
                "Transaction size against delay",
                "Both axes are logarithmic. Sizes are those in the log, where known.",
                steps,
                delay,
                delays));
        if (!rates.isEmpty()) {
            charts.add(chart(
                    "size-rate",
                    "Throughput while a large transaction is sent",
                    "The time to write the transaction is not included.",
                    steps,
                    ChartAxes.of("BPS", "MB/s", rates, 0),
                    rates));
        }
        return charts;
    }

    private static Chart chart(String id, String title, String note, SweepSteps steps, Axis y, List<Series> series) {
        return new Chart(id, title, note, "sizes", sizes(steps), List.of(y), series, List.of(), List.of(), HEIGHT);
    }

    private static Axis sizes(SweepSteps steps) {
        return ChartAxes.logIfPositive(
                "size", "MB", steps.measuredRows().stream().mapToDouble(LargeTransactionCharts::megabytes));
    }

    private static double megabytes(SweepRow row) {
        Spread measuredBytes = row.values().get(TrialValues.TRANSACTION_BYTES.name());
        return (measuredBytes == null ? row.value() : measuredBytes.median()) / ShortNumber.MB;
    }

    private static List<Series> line(SweepSteps steps, StepValue value) {
        return value.lineOver(steps, LargeTransactionCharts::megabytes);
    }
}
