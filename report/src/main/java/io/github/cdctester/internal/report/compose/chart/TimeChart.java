// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A chart over the seconds of a run. All these charts share one cursor and one zoom. */
final class TimeChart {

    static final String GROUP = "time";

    static final double MB = 1e6;

    private static final int HEIGHT = 260;

    private final String id;
    private final String title;
    private final List<Axis> yAxes = new ArrayList<>();
    private final List<Series> series = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private final List<Band> bands = new ArrayList<>();
    private String note = "";
    private int height = HEIGHT;

    TimeChart(String id, String title) {
        this.id = id;
        this.title = PlainText.line(title);
    }

    TimeChart axis(String name, String unit, Scale scale) {
        yAxes.add(Axis.of(PlainText.line(name), PlainText.line(unit), scale));
        return this;
    }

    TimeChart series(Collection<Series> moreSeries) {
        series.addAll(moreSeries);
        return this;
    }

    TimeChart marks(Collection<Mark> moreMarks) {
        marks.addAll(moreMarks);
        return this;
    }

    TimeChart bands(Collection<Band> moreBands) {
        bands.addAll(moreBands);
        return this;
    }

    TimeChart note(String... sentences) {
        note = Stream.concat(Stream.of(note), Stream.of(sentences))
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
        return this;
    }

    TimeChart height(int pixels) {
        height = pixels;
        return this;
    }

    Chart draw(ChartAnnotations annotations) {
        ChartAnnotations combinedAnnotations = annotations.with(marks, bands);
        return new Chart(
                id,
                title,
                note.isEmpty() ? null : note,
                GROUP,
                new Axis("time", "s", Scale.SECONDS, List.of(), combinedAnnotations.from(), combinedAnnotations.to()),
                yAxes,
                series,
                combinedAnnotations.marks(),
                combinedAnnotations.bands(),
                height);
    }
}
