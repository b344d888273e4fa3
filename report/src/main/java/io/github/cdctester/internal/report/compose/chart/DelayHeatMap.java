// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.text.PlainText;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A heat map of delays over time. Each cell sums the histograms of one or more seconds. */
final class DelayHeatMap {

    private static final int MAX_COLUMNS = 180;
    private static final int ROWS_PER_DECADE = 8;

    /** Negative delays are recorded as 0, which a logarithmic axis cannot show. */
    private static final double MIN_MILLIS = 0.001;

    private final double columnSeconds;
    private final Map<Integer, Map<Integer, Double>> counts = new TreeMap<>();
    private int unreadableSeconds;
    private int missingSeconds;

    DelayHeatMap(int rows) {
        columnSeconds = Math.max(1, (rows + MAX_COLUMNS - 1) / MAX_COLUMNS);
    }

    /** A second with values but no histogram is counted as missing, because long runs discard histograms. */
    void addSecond(double from, double to, long count, @Nullable String histogram) {
        if (histogram == null) {
            missingSeconds += count > 0 ? 1 : 0;
            return;
        }
        int column = (int) ((from + to) / 2 / columnSeconds);
        try {
            Distribution.fromBase64(histogram).forEach((micros, times) -> add(column, micros / 1_000.0, times));
        } catch (IllegalArgumentException e) {
            unreadableSeconds++; // the chart's note reports it; the percentiles of that second are still drawn
        }
    }

    private void add(int column, double millis, long times) {
        int row = (int) Math.floor(Math.log10(Math.max(MIN_MILLIS, millis)) * ROWS_PER_DECADE);
        counts.computeIfAbsent(column, key -> new TreeMap<>()).merge(row, (double) times, Double::sum);
    }

    /** @param itemName name of the counted items in the legend, such as transactions */
    List<Series> series(String itemName) {
        if (counts.isEmpty()) {
            return List.of();
        }
        int cells = counts.values().stream().mapToInt(Map::size).sum();
        double[] x = new double[cells];
        double[] y = new double[cells];
        double[] weight = new double[cells];
        int cell = 0;
        for (Map.Entry<Integer, Map<Integer, Double>> column : counts.entrySet()) {
            for (Map.Entry<Integer, Double> row : column.getValue().entrySet()) {
                x[cell] = (column.getKey() + 0.5) * columnSeconds;
                // six digits, because the page computes the height of the cells from the ratio of two values
                y[cell] = Rounding.value(Math.pow(10, (row.getKey() + 0.5) / ROWS_PER_DECADE), 6);
                weight[cell] = row.getValue();
                cell++;
            }
        }
        return List.of(new Series(itemName, Series.Shape.HEAT, "heat", 0, x, y, weight, List.of()));
    }

    String[] notes(String itemName) {
        String cellWidth = columnSeconds == 1 ? "a second." : Math.round(columnSeconds) + " seconds.";
        return new String[] {
            counts.isEmpty() ? "" : "Background: number of " + itemName + " by delay, in cells of " + cellWidth,
            missingSeconds == 0
                    ? ""
                    : "The distributions of " + PlainText.withNoun(missingSeconds, "second")
                            + " are not in this result.",
            unreadableSeconds == 0
                    ? ""
                    : "The distributions of " + PlainText.withNoun(unreadableSeconds, "second") + " cannot be read."
        };
    }
}
