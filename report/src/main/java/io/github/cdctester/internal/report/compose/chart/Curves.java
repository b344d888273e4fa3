// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.text.PlainText;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Curves over the same seconds. A curve has a gap in a second without a value. Curves beyond the maximum number are only
 * counted.
 */
public final class Curves {

    /** People cannot distinguish more curves. */
    public static final int MAX_CURVES = 16;

    private final int rows;
    private final int maxCurves;
    private final Map<String, Curve> curves = new LinkedHashMap<>();
    private final Set<String> omittedCurves = new LinkedHashSet<>();
    private int currentRow;

    private static final class Curve {
        private final String role;
        private final DownSampling<Void> points;
        private int lastRow = -1;

        Curve(String role, int rows) {
            this.role = role;
            points = new DownSampling<>(rows);
        }
    }

    Curves(int rows) {
        this(rows, MAX_CURVES);
    }

    Curves(int rows, int maxCurves) {
        this.rows = rows;
        this.maxCurves = maxCurves;
    }

    /** Ignores the value if the curve already has a value in the current second. */
    void put(String name, String role, double x, @Nullable Double value) {
        Curve curve = curves.get(name);
        if (curve == null) {
            if (curves.size() >= maxCurves) {
                omittedCurves.add(name);
                return;
            }
            curve = new Curve(role, rows);
            curves.put(name, curve);
        }
        if (curve.lastRow != currentRow) {
            curve.lastRow = currentRow;
            curve.points.add(x, value == null ? Double.NaN : value, null);
        }
    }

    /** Ends the current second. Curves without a value get a gap. */
    void endRow(double x) {
        curves.values().forEach(curve -> {
            if (curve.lastRow != currentRow) {
                curve.points.add(x, Double.NaN, null);
            }
        });
        currentRow++;
    }

    Map<String, DoubleSummaryStatistics> statistics() {
        Map<String, DoubleSummaryStatistics> statistics = new LinkedHashMap<>();
        curves.forEach((name, curve) -> statistics.put(name, curve.points.statistics));
        return statistics;
    }

    /** Call this only after all rows have been added. */
    public List<Series> series(Series.Shape shape, int yAxis) {
        return names().stream().map(name -> series(name, name, shape, yAxis)).toList();
    }

    public List<String> names() {
        return curves.entrySet().stream()
                .filter(curve -> !curve.getValue().points.isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    public Series series(String name, String legend, Series.Shape shape, int yAxis) {
        Series exact = unrounded(name, legend, shape, yAxis);
        return exact.withPoints(
                exact.x(), Arrays.stream(exact.y()).map(Rounding::value).toArray());
    }

    /** Rounding could hide the natural unit: 134,217,728 bytes are 128 MiB, but 134,218,000 bytes are not. */
    Series unrounded(String name, String legend, Series.Shape shape, int yAxis) {
        Curve curve = Objects.requireNonNull(curves.get(name), name);
        double[] x = Arrays.stream(curve.points.x()).map(Rounding::second).toArray();
        return Series.of(PlainText.line(legend), shape, PlainText.line(curve.role), yAxis, x, curve.points.y());
    }

    String note() {
        String samplingNote = DownSampling.note(rows);
        return omittedCurves.isEmpty()
                ? samplingNote
                : (samplingNote + " The first " + maxCurves + " are drawn, " + omittedCurves.size()
                                + " more are in samples.csv.")
                        .strip();
    }
}
