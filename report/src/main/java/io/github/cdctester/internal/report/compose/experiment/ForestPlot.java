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
 * Differences in percent around 0, a row each, with the interval that each is in. Intervals that reach far beyond the others are cut
 * off, so that these can be seen. Not thread-safe.
 */
public final class ForestPlot {

    private static final int ROW_HEIGHT = 26;
    private static final int AROUND = 110;

    /** So far does the axis reach at least, in percent. */
    private static final double MIN_REACH = 5;

    /** So far at most, but for intervals. */
    private static final double MAX_REACH = 300;

    private static final double ROOM = 1.05;
    private static final double STEPS_A_DECADE = 5;

    /** Maximum reach of an interval, as a multiple of the largest difference. */
    private static final double MAX_TIMES = 3;

    /**
     * A difference.
     *
     * @param name its label
     * @param percent its size
     * @param low start of its interval; {@code null} for none
     * @param high end of its interval; likewise
     * @param kind its conclusion; all of one kind have one colour
     * @param role that colour
     * @param words text of its tooltip
     */
    public record Row(
            String name,
            double percent,
            @Nullable Double low,
            @Nullable Double high,
            String kind,
            String role,
            String words) {}

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

    /** The picture, the first row at the top. */
    public Chart chart(String title, String note) {
        double reach = reach();
        Map<String, SeriesBuilder> kinds = new LinkedHashMap<>();
        Map<String, String> roles = new HashMap<>();
        List<String> names = new ArrayList<>();
        boolean cut = false;
        for (int at = 0; at < rows.size(); at++) {
            Row row = rows.get(rows.size() - 1 - at);
            names.add(row.name());
            SeriesBuilder kind = kinds.computeIfAbsent(row.kind(), any -> new SeriesBuilder());
            roles.putIfAbsent(row.kind(), row.role());
            Double low = row.low();
            Double high = row.high();
            cut |= Math.abs(row.percent()) > reach || low != null && low < -reach || high != null && high > reach;
            String words = row.name() + ": " + row.words();
            if (low != null && high != null) {
                double from = inside(low, reach);
                double to = inside(high, reach);
                kind.bar((from + to) / 2, at, (to - from) / 2, words);
            }
            kind.add(inside(row.percent(), reach), at, words);
        }
        List<Series> series = new ArrayList<>();
        kinds.forEach((name, kind) -> series.addAll(kind.series(name, Shape.SCATTER, roles.getOrDefault(name, ""), 0)));
        return new Chart(
                id,
                title,
                note + "Bars: confidence intervals." + (cut ? cutNote(reach) : ""),
                null,
                new Axis(axis, "%", Scale.LINEAR, List.of(), -reach, reach),
                List.of(ChartAxes.places("", names)),
                series,
                List.of(new Mark(0, "", "phase")),
                List.of(),
                AROUND + ROW_HEIGHT * rows.size());
    }

    private static String cutNote(double reach) {
        return " Cut off at " + ShortNumber.of(reach) + " %; the table has all.";
    }

    /** Returns the range required by the largest difference and its interval, unless that is not informative. */
    private double reach() {
        double furthest = MIN_REACH;
        double widest = 0;
        for (Row row : rows) {
            furthest = Math.max(furthest, Math.abs(row.percent()));
            widest = Math.max(widest, Math.abs(row.low() == null ? 0 : row.low()));
            widest = Math.max(widest, Math.abs(row.high() == null ? 0 : row.high()));
        }
        double points = Math.min(furthest, MAX_REACH);
        double needed = ROOM * Math.max(points, Math.min(widest, MAX_TIMES * points));
        double step = Math.pow(10, Math.floor(Math.log10(needed))) / STEPS_A_DECADE;
        return step * Math.ceil(needed / step);
    }

    private static double inside(double percent, double reach) {
        return Math.max(-reach, Math.min(reach, percent));
    }
}
