// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.compose.experiment.VerdictCell;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Charts of a sweep. */
record SweepCharts(SweepSteps steps) {

    private static final int HEIGHT = 340;

    private static final List<StepValue> DELAYS = List.of(
            new StepValue(ResultValues.DELAY.mean(), "mean"),
            new StepValue(ResultValues.DELAY.p50(), "p50"),
            new StepValue(ResultValues.DELAY.p99(), "p99"),
            new StepValue(ResultValues.DELAY.max(), "max"));
    private static final StepValue TPS = new StepValue(ResultValues.CDC_TPS, "transactions");
    private static final StepValue BPS = new StepValue(ResultValues.CDC_BPS, "bytes");
    private static final StepValue EPS = new StepValue(ResultValues.CDC_EPS, "events");

    static List<Block> of(SweepSteps steps) {
        SweepCharts charts = new SweepCharts(steps);
        return steps.variesTransactionSize()
                ? List.of(charts.delays(), charts.rates())
                : List.of(charts.delays(), charts.rates(), charts.delayOverThroughput());
    }

    private Chart delays() {
        List<Series> series = new ArrayList<>();
        for (StepValue value : DELAYS) {
            series.addAll(value.lineOverSteps(steps, 0));
        }
        series.addAll(TPS.lineOverSteps(steps, 1));
        return chart(
                "sweep-delay",
                "Delay against load",
                ChartAxes.of("DT", "ms", series, 0),
                ChartAxes.of("TPS", "/s", series, 1),
                series);
    }

    private Chart rates() {
        List<Series> series = new ArrayList<>(BPS.lineOverSteps(steps, 0));
        series.addAll(EPS.lineOverSteps(steps, 1));
        return chart(
                "sweep-rates",
                "Throughput of the stream",
                ChartAxes.of("BPS", "MB/s", series, 0),
                ChartAxes.of("EPS", "/s", series, 1),
                series);
    }

    private Chart chart(String id, String title, Axis left, Axis right, List<Series> series) {
        return new Chart(
                id,
                title,
                barsNote(),
                "sweep",
                steps.horizontalAxis(),
                List.of(left, right),
                series,
                marks(),
                List.of(),
                HEIGHT);
    }

    /** Past the bend of the curve, more load adds delay but no throughput. */
    private Chart delayOverThroughput() {
        List<Series> series = new ArrayList<>();
        DELAYS.forEach(value -> series.addAll(value.lineOver(steps, BPS::median)));
        return Chart.of(
                "sweep-curve",
                "Delay against throughput",
                "One point per step. Where the curve turns up, more load adds delay but no throughput.",
                Axis.of("BPS", "MB/s", Axis.Scale.LINEAR),
                List.of(ChartAxes.of("DT", "ms", series, 0)),
                series,
                HEIGHT);
    }

    private String barsNote() {
        return steps.sweep().repeats() == 1
                ? "One run per step."
                : "Median of " + steps.sweep().repeats() + " runs per step; bars from minimum to maximum.";
    }

    /** Marks the first overloaded step, bad verdicts, and steps without numbers. */
    private List<Mark> marks() {
        List<Mark> marks = new ArrayList<>();
        steps.firstOverloadedStep()
                .ifPresent(row -> marks.add(new Mark(
                        steps.position(row),
                        "limited by the " + String.valueOf(row.limitedBy()).toLowerCase(Locale.ROOT),
                        "limit")));
        for (SweepRow row : steps.sweep().table()) {
            if (row.values().isEmpty()) {
                marks.add(new Mark(steps.position(row), PlainText.asWords(row.status()), "fault"));
            } else if (VerdictCell.tone(row.verdictStatus()) == Tone.BAD) {
                marks.add(new Mark(steps.position(row), String.valueOf(row.verdict()), "fault"));
            }
        }
        return marks;
    }
}
