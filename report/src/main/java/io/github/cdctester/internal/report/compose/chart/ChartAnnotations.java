// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.document.Band;
import io.github.cdctester.internal.report.document.Mark;
import java.util.List;
import java.util.stream.Stream;

/** Marks, bands and the range in seconds that all charts over time share. */
public record ChartAnnotations(double from, double to, List<Mark> marks, List<Band> bands) {

    public static final ChartAnnotations NONE = new ChartAnnotations(0, 0, List.of(), List.of());

    private static final int MAX_TEXT_LENGTH = 60;

    /** Maximum number of marks, and of bands. More of them make the chart unreadable and the page large. */
    private static final int MAX_ANNOTATIONS = 200;

    public ChartAnnotations {
        marks = marks.stream().limit(MAX_ANNOTATIONS).toList();
        bands = bands.stream().limit(MAX_ANNOTATIONS).toList();
    }

    public static String shortened(String text) {
        return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH - 1) + "…";
    }

    ChartAnnotations with(List<Mark> moreMarks, List<Band> moreBands) {
        return new ChartAnnotations(
                from,
                to,
                Stream.concat(marks.stream(), moreMarks.stream()).toList(),
                Stream.concat(bands.stream(), moreBands.stream()).toList());
    }
}
