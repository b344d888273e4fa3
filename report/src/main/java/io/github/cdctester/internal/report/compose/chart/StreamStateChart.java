// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Series.Shape;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The stream's backlog, the age of unread data, and bands for the states flowing, idle and stuck. */
final class StreamStateChart implements TimeSeriesBuilder {

    /** More bands cannot be distinguished. In longer runs, one band shows the worst state of several seconds. */
    private static final int MAX_BANDS = 150;

    private final Curves backlog;
    private final Curves unreadAge;
    private final int rowsPerBand;
    private final List<Band> bands = new ArrayList<>();
    private int secondsInBand;
    private double bandFrom;
    private double bandTo;
    private Motion worstState = Motion.FLOWING;
    private int unknownSeconds;

    StreamStateChart(int rowCount) {
        backlog = new Curves(rowCount);
        unreadAge = new Curves(rowCount);
        rowsPerBand = Math.max(1, (rowCount + MAX_BANDS - 1) / MAX_BANDS);
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        Long bytes = row.stream().behindBytes();
        backlog.put("behind", "behind", to, bytes == null ? null : (Double) (bytes / TimeChart.MB));
        backlog.endRow(to);
        unreadAge.put("oldest unread", "max", to, row.stream().unreadMillis() / 1_000);
        unreadAge.endRow(to);
        unknownSeconds += row.stream().state() == Motion.UNKNOWN ? 1 : 0;
        addState(row.stream().state(), from, to);
    }

    private void addState(Motion state, double from, double to) {
        if (secondsInBand == 0) {
            bandFrom = from;
            worstState = state;
        }
        worstState = severity(state) > severity(worstState) ? state : worstState;
        bandTo = to;
        secondsInBand++;
        if (secondsInBand == rowsPerBand) {
            endBand();
        }
    }

    private void endBand() {
        if (secondsInBand > 0) {
            secondsInBand = 0;
            addBand(bandFrom, bandTo, worstState);
        }
    }

    private static int severity(Motion state) {
        return switch (state) {
            case STUCK -> 3;
            case UNKNOWN -> 2;
            case FLOWING -> 1;
            case IDLE -> 0;
        };
    }

    private void addBand(double from, double to, Motion state) {
        String kind = state.name().toLowerCase(Locale.ROOT);
        Band last = bands.isEmpty() ? null : bands.get(bands.size() - 1);
        if (last != null && last.kind().equals(kind)) {
            bands.set(bands.size() - 1, new Band(last.from(), to, kind, kind));
        } else {
            bands.add(new Band(from, to, kind, kind));
        }
    }

    Chart draw(List<Band> disconnectedBands, ChartAnnotations annotations) {
        endBand();
        TimeChart chart = new TimeChart("behind", "Behind the end of the log")
                .axis("behind", "MB", Scale.LINEAR)
                .series(backlog.series(Shape.LINE, 0))
                .bands(bands.stream()
                        .filter(band -> !band.kind().equals("unknown"))
                        .toList())
                .bands(disconnectedBands)
                .note(
                        backlog.names().isEmpty() ? "The end of the server's log is not known." : "",
                        unknownSeconds == 0
                                ? ""
                                : "In " + unknownSeconds + (unknownSeconds == 1 ? " second" : " seconds")
                                        + " nothing arrived, and it is not known whether there was more to read.",
                        rowsPerBand == 1 ? "" : "Of every " + rowsPerBand + " seconds, the worst state is shown.",
                        backlog.note());
        if (unreadAge.series(Shape.LINE, 1).stream().anyMatch(StreamStateChart::isAboveZero)) {
            chart.axis("oldest unread", "s", Scale.LINEAR).series(unreadAge.series(Shape.LINE, 1));
        }
        // the bands of warm-up and drain would overlap the bands of states
        return chart.draw(new ChartAnnotations(annotations.from(), annotations.to(), annotations.marks(), List.of()));
    }

    private static boolean isAboveZero(Series series) {
        return Arrays.stream(series.y()).anyMatch(value -> value > 0);
    }
}
