// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.internal.report.page.points.DownSampling;
import io.github.cdctester.internal.report.page.points.RowSampling;
import io.github.cdctester.internal.report.page.points.RowSampling.Kept;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rates of several kinds upon each other, the most frequent one at the bottom; the rare ones of many are one. */
final class KindStack {

    private static final int MOST_KINDS = 8;
    private static final String OTHERS = "other kinds";

    private final int rows;
    private final RowSampling<Map<String, Double>> seconds;
    private final Map<String, Long> totals = new HashMap<>();

    KindStack(int rows) {
        this.rows = rows;
        seconds = new RowSampling<>(rows);
    }

    /** The next second, of so many seconds. */
    void add(double x, double length, Map<String, Long> counts) {
        double perSecond = 1 / (length > 0 ? length : 1);
        Map<String, Double> rates = new HashMap<>();
        double sum = 0;
        for (Map.Entry<String, Long> kind : counts.entrySet()) {
            rates.put(kind.getKey(), kind.getValue() * perSecond);
            totals.merge(kind.getKey(), kind.getValue(), Long::sum);
            sum += kind.getValue() * perSecond;
        }
        seconds.add(x, sum, rates);
    }

    /** What is not drawn, in words; empty where all is. */
    String note(String what) {
        return DownSampling.note(rows, "seconds")
                .map(any -> "Of every few seconds those with the fewest and the most " + what + " are drawn.")
                .orElse("");
    }

    List<Series> series() {
        List<Kept<Map<String, Double>>> kept = seconds.rows();
        List<String> kinds = totals.keySet().stream()
                .sorted(Comparator.<String>comparingLong(kind -> totals.getOrDefault(kind, 0L))
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        List<Series> series = new ArrayList<>();
        int single = kinds.size() <= MOST_KINDS ? kinds.size() : MOST_KINDS - 1;
        kinds.subList(0, single).forEach(kind -> series.add(stacked(kind, kind, kept, Set.of(kind))));
        if (single < kinds.size()) {
            series.add(stacked(OTHERS, "other", kept, new HashSet<>(kinds.subList(single, kinds.size()))));
        }
        return series;
    }

    private static Series stacked(String name, String role, List<Kept<Map<String, Double>>> kept, Set<String> kinds) {
        double[] x = new double[kept.size()];
        double[] y = new double[kept.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = Rounded.second(kept.get(i).x());
            double sum = 0;
            for (Map.Entry<String, Double> kind : kept.get(i).row().entrySet()) {
                sum += kinds.contains(kind.getKey()) ? kind.getValue() : 0;
            }
            y[i] = Rounded.value(sum);
        }
        return new Series(PlainText.line(name), Shape.STACKED, PlainText.line(role), 0, x, y, null, List.of());
    }
}
