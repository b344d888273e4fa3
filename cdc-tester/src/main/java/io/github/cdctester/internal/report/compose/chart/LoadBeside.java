// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Detail;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Unit;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.SampleRow;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The main load before, during and after the loads that come and go beside it, by its whole seconds. */
final class LoadBeside {

    /** Loads begin and end on whole seconds, but not to the microsecond. */
    private static final double NEAR_SECONDS = 0.1;

    private final LoadSpan main;
    private final List<Part> parts;

    LoadBeside(LoadSpan main, double stressFrom, double stressTo) {
        this.main = main;
        parts = List.of(
                new Part("before", main.from(), stressFrom),
                new Part("during", stressFrom, Math.min(stressTo, main.to())),
                new Part("after", stressTo, main.to()));
    }

    private static final class Part {
        private final String name;
        private final double from;
        private final double to;
        private double[] p99s = new double[256];
        private int count;
        private double worst;
        private double worstSecond;
        private double transactions;
        private double seconds;

        Part(String name, double from, double to) {
            this.name = name;
            this.from = from;
            this.to = to;
        }

        void add(double second, double length, long committed, double p99) {
            if (count == p99s.length) {
                p99s = Arrays.copyOf(p99s, 2 * count);
            }
            p99s[count++] = p99;
            if (p99 > worst) {
                worst = p99;
                worstSecond = second;
            }
            transactions += committed;
            seconds += length;
        }

        double median() {
            double[] sorted =
                    IntStream.range(0, count).mapToDouble(i -> p99s[i]).sorted().toArray();
            return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        }

        Row row(double zero) {
            return count == 0
                    ? Row.of(name, from - zero, to - zero, null, null, null, null)
                    : Row.of(name, from - zero, to - zero, median(), worst, worstSecond - zero, transactions / seconds);
        }
    }

    /** Takes a whole second of the main load; one that lies in two parts is in neither. */
    void take(SampleRow row, double from, double to) {
        SampleRow.Write write = main.write(row);
        Double p99 = main.p99Millis(row);
        if (write == null || p99 == null) {
            return;
        }
        for (Part part : parts) {
            if (from >= part.from - NEAR_SECONDS && to <= part.to + NEAR_SECONDS) {
                part.add(to, to - from, write.transactions(), p99);
                return;
            }
        }
    }

    Table table() {
        return new Table(
                "beside",
                PlainText.line(main.name()) + " before, during and after the second load",
                "The median and the highest of the p99 of each whole second. Seconds count from the start of this load.",
                List.of(
                        Column.text("part", "part"),
                        Column.number("from", "from", Unit.SECONDS, 0),
                        Column.number("to", "to", Unit.SECONDS, 0),
                        Column.millis("median", "median p99"),
                        Column.millis("worst", "worst p99"),
                        Column.number("worst-at", "at", Unit.SECONDS, 0),
                        Column.amount("tps", "TPS")),
                parts.stream()
                        .filter(part -> part.to > part.from)
                        .map(part -> part.row(main.from()))
                        .toList(),
                Detail.SUMMARY);
    }
}
