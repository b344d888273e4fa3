// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.compose.chart.DownSampling.KeptPoint;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** A stacked chart of rates by kind, with the most frequent kind at the bottom. The rarest of many kinds are combined. */
final class KindChart implements TimeSeriesBuilder {

    private static final int MAX_KINDS = 8;
    private static final String OTHER_KINDS = "other kinds";

    private final int rows;
    private final TimeChart chart;
    private final String itemName;
    private final Function<SampleRow, Map<String, Long>> counts;
    private final DownSampling<Map<String, Double>> sampledRates;
    private final Map<String, Long> totals = new HashMap<>();
    private Supplier<String> note = () -> "";

    KindChart(int rows, String id, String title, String itemName, Function<SampleRow, Map<String, Long>> counts) {
        this.rows = rows;
        this.itemName = itemName;
        this.counts = counts;
        chart = new TimeChart(id, title).axis(itemName, "1/s", Scale.LINEAR);
        sampledRates = new DownSampling<>(rows);
    }

    /** The sentence is computed after the last second; an empty sentence is not shown. */
    KindChart note(Supplier<String> sentence) {
        note = sentence;
        return this;
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        double perSecond = 1 / (row.seconds() > 0 ? row.seconds() : 1);
        Map<String, Double> rates = new HashMap<>();
        double sum = 0;
        for (Map.Entry<String, Long> kind : counts.apply(row).entrySet()) {
            rates.put(kind.getKey(), kind.getValue() * perSecond);
            totals.merge(kind.getKey(), kind.getValue(), Long::sum);
            sum += kind.getValue() * perSecond;
        }
        sampledRates.add(to, sum, rates);
    }

    List<Block> draw(ChartAnnotations annotations) {
        String samplingNote = DownSampling.note(rows).isEmpty()
                ? ""
                : "For each interval of several seconds, the chart shows only the seconds with the fewest and the most "
                        + itemName + ".";
        return totals.isEmpty()
                ? List.of()
                : List.of(chart.series(series()).note(note.get(), samplingNote).draw(annotations));
    }

    private List<Series> series() {
        List<KeptPoint<Map<String, Double>>> points = sampledRates.points();
        List<String> kinds = totals.keySet().stream()
                .sorted(Comparator.<String>comparingLong(kind -> totals.getOrDefault(kind, 0L))
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        List<Series> series = new ArrayList<>();
        int separateKindCount = kinds.size() <= MAX_KINDS ? kinds.size() : MAX_KINDS - 1;
        kinds.subList(0, separateKindCount).forEach(kind -> series.add(stacked(kind, kind, points, Set.of(kind))));
        if (separateKindCount < kinds.size()) {
            series.add(stacked(
                    OTHER_KINDS, "other", points, new HashSet<>(kinds.subList(separateKindCount, kinds.size()))));
        }
        return series;
    }

    private static Series stacked(
            String name, String role, List<KeptPoint<Map<String, Double>>> points, Set<String> kinds) {
        double[] x = new double[points.size()];
        double[] y = new double[points.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = Rounding.second(points.get(i).x());
            double sum = 0;
            for (Map.Entry<String, Double> kind :
                    Objects.requireNonNull(points.get(i).data()).entrySet()) {
                sum += kinds.contains(kind.getKey()) ? kind.getValue() : 0;
            }
            y[i] = Rounding.value(sum);
        }
        return Series.of(PlainText.line(name), Shape.STACKED, PlainText.line(role), 0, x, y);
    }
}
