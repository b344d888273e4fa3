// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param id unique in a page
 * @param group name of a group of charts that share a cursor, a zoom and the x axis; {@code null} without a group
 * @param ys one axis on the left, optionally one on the right
 * @param series the data, drawn in this order; charts without values show "no data"
 */
public record Chart(
        String id,
        String title,
        @Nullable String note,
        @Nullable String group,
        Axis x,
        List<Axis> ys,
        List<Series> series,
        List<Mark> marks,
        List<Band> bands,
        int height)
        implements Block {

    public Chart {
        ys = List.copyOf(ys);
        series = List.copyOf(series);
        marks = List.copyOf(marks);
        bands = List.copyOf(bands);
        if (ys.isEmpty() || ys.size() > 2) {
            throw new IllegalArgumentException(
                    ys.size() + " vertical axes in " + id + ", where one or two can be drawn");
        }
        for (Series line : series) {
            if (line.yAxis() >= ys.size()) {
                throw new IllegalArgumentException(line.name() + " is on axis " + line.yAxis() + " of " + ys.size());
            }
        }
        if (height < 1) {
            throw new IllegalArgumentException(height + " pixels high");
        }
    }

    public static Chart of(
            String id, String title, @Nullable String note, Axis x, List<Axis> ys, List<Series> series, int height) {
        return new Chart(id, title, note, null, x, ys, series, List.of(), List.of(), height);
    }

    @Override
    public Detail detail() {
        return Detail.PAGE;
    }
}
