// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.sweep;

import io.github.cdctester.internal.report.compose.experiment.ChartAxes;
import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.util.List;

record StepPlaces(Axis axis, List<SweepRow> rows) {

    private static final double FAR_APART = 10;

    static StepPlaces of(SweepSteps steps) {
        List<SweepRow> rows = steps.sweep().table();
        String name = steps.axis();
        double lowest = rows.stream().mapToDouble(SweepRow::value).min().orElse(0);
        double highest = rows.stream().mapToDouble(SweepRow::value).max().orElse(0);
        boolean evenly = steps.sweep().axis().equals("rate") && lowest > 0 && highest / lowest < FAR_APART;
        return new StepPlaces(
                evenly
                        ? new Axis(name, "/s", Scale.LINEAR, List.of(), null, null)
                        : ChartAxes.places(
                                name, rows.stream().map(SweepRow::label).toList()),
                rows);
    }

    double of(SweepRow row) {
        return axis.scale() == Scale.CATEGORY ? rows.indexOf(row) : row.value();
    }
}
