// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A forest plot of differences in percent: one row per difference, with its confidence interval. Very large values and
 * intervals are cut off, so that the other rows remain readable. Not thread-safe.
 */
public final class ForestPlot {

    private static final int ROW_HEIGHT = 26;
    private static final int FRAME_HEIGHT = 110;

    /** In percent, to each side of 0. */
    private static final double MIN_REACH = 5;

    /** In percent. Larger differences do not extend the axis. */
    private static final double MAX_REACH = 300;

    private static final double MARGIN = 1.05;
    private static final double STEPS_PER_DECADE = 5;

    /** Intervals extend the axis up to this multiple of the largest difference. */
    private static final double MAX_REACH_RATIO = 3;

    /**
     * The bounds of the confidence interval are null if unknown.
     *
     * @param kind the conclusion; rows of the same kind form one series
     * @param role the colour
     */
    public record Row(
            String name,
            double percent,
            @Nullable Double low,
            @Nullable Double high,
            String kind,
            String role,
            String tooltip) {}

    private final String id;
    private final String axis;
    private final List<Row> rows = new ArrayList<>();

    public ForestPlot(String id, String axis) {
        this.id = id;
        this.axis = axis;
    }

    public void add(Row row) {
        if (Double.isFinite(row.percent())) {
            rows.add(row);
        }
    }

    public Chart chart(String title, String note) {
        double reach = reach();
        Map<String, SeriesBuilder> seriesByKind = new LinkedHashMap<>();
        Map<String, String> roles = new HashMap<>();
        List<String> names = new ArrayList<>();
        for (int y = 0; y < rows.size(); y++) {
            Row row = rows.get(rows.size() - 1 - y);
            names.add(row.name());
            SeriesBuilder builder = seriesByKind.computeIfAbsent(row.kind(), key -> new SeriesBuilder());
            roles.putIfAbsent(row.kind(), row.role());
            Double low = row.low();
            Double high = row.high();
            String tooltip = row.name() + ": " + row.tooltip();
            if (low != null && high != null) {
                builder.barHorizontal(low, high, y, reach, tooltip);
            }
            builder.addHorizontal(row.percent(), y, reach, tooltip);
        }
        boolean isCutOff = seriesByKind.values().stream().anyMatch(SeriesBuilder::isCutOff);
        List<Series> series = new ArrayList<>();
        seriesByKind.forEach(
                (kind, builder) -> series.addAll(builder.series(kind, Shape.SCATTER, roles.getOrDefault(kind, ""), 0)));
        return new Chart(
                id,
                title,
                note + "Bars: confidence intervals." + (isCutOff ? cutNote(reach) : ""),
                null,
                new Axis(axis, "%", Scale.LINEAR, List.of(), -reach, reach),
                List.of(ChartAxes.categories("", names)),
                series,
                List.of(new Mark(0, "", "phase")),
                List.of(),
                FRAME_HEIGHT + ROW_HEIGHT * rows.size());
    }

    private static String cutNote(double reach) {
        return " Cut off at " + ShortNumber.of(reach) + " %; the table has all.";
    }

    /** Covers the largest difference and the widest interval, up to the limits above. */
    private double reach() {
        double largestDifference = MIN_REACH;
        double largestBound = 0;
        for (Row row : rows) {
            largestDifference = Math.max(largestDifference, Math.abs(row.percent()));
            largestBound = Math.max(largestBound, Math.abs(row.low() == null ? 0 : row.low()));
            largestBound = Math.max(largestBound, Math.abs(row.high() == null ? 0 : row.high()));
        }
        double differenceReach = Math.min(largestDifference, MAX_REACH);
        double requiredReach =
                MARGIN * Math.max(differenceReach, Math.min(largestBound, MAX_REACH_RATIO * differenceReach));
        double step = Math.pow(10, Math.floor(Math.log10(requiredReach))) / STEPS_PER_DECADE;
        return step * Math.ceil(requiredReach / step);
    }
}
