// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Mark;
import java.util.List;
import java.util.stream.Stream;

/** Marks and bands that all charts over time share, and the range of their time axis in seconds. */
public record ChartAnnotations(double from, double to, List<Mark> marks, List<Band> bands) {

    public static final ChartAnnotations NONE = new ChartAnnotations(0, 0, List.of(), List.of());

    private static final int MAX_CHARACTERS = 60;

    /** Maximum number of marks, and of bands. More make a chart unreadable and the page large. */
    private static final int MAX = 200;

    public ChartAnnotations {
        marks = marks.stream().limit(MAX).toList();
        bands = bands.stream().limit(MAX).toList();
    }

    /** Returns a text shortened to the maximum length of a mark. */
    public static String shortened(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS - 1) + "…";
    }

    ChartAnnotations with(List<Mark> more, List<Band> moreBands) {
        return new ChartAnnotations(
                from,
                to,
                Stream.concat(marks.stream(), more.stream()).toList(),
                Stream.concat(bands.stream(), moreBands.stream()).toList());
    }
}
