// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.SeriesBuilder;
import io.github.cdctester.internal.report.compose.experiment.ShortNumber;
import io.github.cdctester.internal.report.compose.experiment.ValueFormat;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A value of a sweep's steps that is drawn as a line of a chart. {@code role} determines the colour. */
record StepValue(ResultValue value, String role) {

    double unit() {
        return ValueFormat.unit(value).size();
    }

    /** Bars extend from the lowest to the highest run. */
    List<Series> lineOverSteps(SweepSteps steps, int yAxis) {
        SeriesBuilder line = new SeriesBuilder();
        for (SweepRow row : steps.sweep().table()) {
            double x = steps.position(row);
            line.add(x, median(row), label(steps, row));
            Spread spread = SweepSteps.spread(row, value);
            if (spread != null && row.runs() > 1) {
                line.bar(x, spread, unit(), label(steps, row));
            }
        }
        return line.series(value.label(), Shape.SCATTER_LINE, role, yAxis);
    }

    List<Series> lineOver(SweepSteps steps, ToDoubleFunction<SweepRow> x) {
        SeriesBuilder points = new SeriesBuilder();
        steps.measuredRows().forEach(row -> points.add(x.applyAsDouble(row), median(row), label(steps, row)));
        return points.series(value.label(), Shape.SCATTER_LINE, role, 0);
    }

    /** Returns the median in the displayed unit; NaN if it is unknown. */
    double median(SweepRow row) {
        return ShortNumber.orGap(SweepSteps.median(row, value)) / unit();
    }

    String label(SweepSteps steps, SweepRow row) {
        Spread spread = SweepSteps.spread(row, value);
        String step = steps.name(row) + ": ";
        if (spread == null) {
            return step + PlainText.asWords(row.status());
        }
        return step + value.label() + " " + ShortNumber.of(spread.median(), unit())
                + (row.runs() > 1 ? " (" + ShortNumber.range(spread, unit()) + ")" : "")
                + (row.verdict() == null ? "" : ", " + row.verdict())
                + steps.sweep().steps().stream()
                        .filter(run -> run.step() == row.step())
                        .map(run -> ", " + run.folder())
                        .findFirst()
                        .orElse("");
    }
}
