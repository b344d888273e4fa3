// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import static java.util.Comparator.comparingDouble;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.List;

/** Summarizes the main load before, during and after a second load. Only complete seconds are included. */
final class MainLoadTable {

    private final LoadSpan mainLoad;
    private final List<Period> periods;

    MainLoadTable(LoadSpan mainLoad, double stressFrom, double stressTo) {
        this.mainLoad = mainLoad;
        periods = List.of(
                new Period("before", mainLoad.from(), stressFrom, new ArrayList<>()),
                new Period("during", stressFrom, Math.min(stressTo, mainLoad.to()), new ArrayList<>()),
                new Period("after", stressTo, mainLoad.to(), new ArrayList<>()));
    }

    /** Each element of {@code seconds} has four numbers of one second: its end, p99, transactions and length. */
    private record Period(String name, double from, double to, List<double[]> seconds) {

        Row row(double origin) {
            if (seconds.isEmpty()) {
                return Row.of(name, from - origin, to - origin, null, null, null, null);
            }
            List<double[]> sorted = seconds.stream()
                    .sorted(comparingDouble(second -> -second[1]))
                    .toList();
            double[] worst = sorted.get(0);
            double median = (sorted.get((sorted.size() - 1) / 2)[1] + sorted.get(sorted.size() / 2)[1]) / 2;
            double tps = sum(2) / sum(3);
            return Row.of(name, from - origin, to - origin, median, worst[1], worst[0] - origin, tps);
        }

        private double sum(int index) {
            return seconds.stream().mapToDouble(second -> second[index]).sum();
        }
    }

    /** Ignores a second that overlaps two periods. */
    void addSecond(SampleRow row, double from, double to) {
        SampleRow.Write write = mainLoad.write(row);
        Double p99 = mainLoad.p99Millis(row);
        if (write != null && p99 != null) {
            periods.stream()
                    .filter(period -> from >= period.from - ElasticityCharts.TOLERANCE_SECONDS
                            && to <= period.to + ElasticityCharts.TOLERANCE_SECONDS)
                    .findFirst()
                    .ifPresent(period -> period.seconds.add(new double[] {to, p99, write.transactions(), to - from}));
        }
    }

    Table table() {
        return new Table(
                "beside",
                PlainText.line(mainLoad.name()) + " before, during and after the second load",
                "The median and the highest of the p99 of each whole second. Seconds count from the start of this load.",
                List.of(
                        Column.text("part", "part"),
                        Column.seconds("from", "from", 0),
                        Column.seconds("to", "to", 0),
                        Column.millis("median", "median p99"),
                        Column.millis("worst", "worst p99"),
                        Column.seconds("worst-at", "at", 0),
                        Column.amount("tps", "TPS")),
                periods.stream()
                        .filter(period -> period.to > period.from)
                        .map(period -> period.row(mainLoad.from()))
                        .toList(),
                Detail.SUMMARY);
    }
}
