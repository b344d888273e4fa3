// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.document.Axis;
import io.github.cdctester.internal.report.document.Axis.Scale;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Column;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.render.CellText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Each page of any result must satisfy these rules. */
public final class PageRules {

    private PageRules() {}

    public static Document assertRules(Document page) {
        assertThat(page.title()).isNotBlank();
        assertThat(page.headline().text()).isNotBlank();
        assertThat(page.sections()).extracting(Section::id).doesNotHaveDuplicates();
        assertThat(page.sections())
                .allSatisfy(section ->
                        assertThat(section.blocks()).as(section.title()).isNotEmpty());
        List<Chart> charts = charts(page);
        assertThat(charts).extracting(Chart::id).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z0-9-]+"));
        charts.forEach(PageRules::assertRules);
        Map<String, List<Chart>> groups =
                charts.stream().filter(chart -> chart.group() != null).collect(Collectors.groupingBy(Chart::group));
        groups.forEach((group, members) ->
                assertThat(members.stream().map(Chart::x).distinct()).as(group).hasSize(1));
        assertThat(page.downloads())
                .allSatisfy(download -> assertThat(download.text()).isNotEmpty());
        return page;
    }

    private static void assertRules(Chart chart) {
        for (Series series : chart.series()) {
            assertOnAxis(chart.id(), chart.x(), series.x());
            assertOnAxis(chart.id(), chart.ys().get(series.yAxis()), series.y());
            if (series.weight() != null) {
                for (double weight : series.weight()) {
                    assertThat(weight).as(chart.id()).isFinite().isNotNegative();
                }
            }
        }
        chart.marks().forEach(mark -> assertOnAxis(chart.id(), chart.x(), new double[] {mark.x()}));
    }

    /** Numbers on an axis of categories are indices. Infinite numbers are invalid. */
    private static void assertOnAxis(String id, Axis axis, double[] numbers) {
        for (double number : numbers) {
            assertThat(Double.isInfinite(number)).as(id).isFalse();
            if (axis.scale() == Scale.CATEGORY) {
                assertThat(number).as(id).isBetween(0.0, axis.categories().size() - 1.0);
            }
        }
    }

    public static List<Chart> charts(Document page) {
        return blocks(page, Chart.class);
    }

    public static Chart chart(Document page, String id) {
        return charts(page).stream()
                .filter(chart -> chart.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    public static Series series(Chart chart, String name, Series.Shape shape) {
        return chart.series().stream()
                .filter(series -> series.name().equals(name) && series.shape() == shape)
                .findFirst()
                .orElseThrow();
    }

    public static Table table(Document page, String sectionId) {
        return page.sections().stream()
                .filter(candidate -> candidate.id().equals(sectionId))
                .flatMap(candidate -> candidate.blocks().stream())
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Includes spreads and second lines. The remark is the last element. */
    public static List<String> row(Table table, int row) {
        List<Cell> cells = table.rows().get(row).cells();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get(i);
            Column column = table.columns().get(i);
            texts.add(CellText.of(cell, column)
                    + (cell.min() == null
                            ? ""
                            : " [" + CellText.number(cell.min(), column) + " to " + CellText.number(cell.max(), column)
                                    + "]")
                    + (cell.below() == null ? "" : " [" + cell.below() + "]"));
        }
        if (table.rows().get(row).remark() != null) {
            texts.add(table.rows().get(row).remark());
        }
        return texts;
    }

    private static <B extends Block> List<B> blocks(Document page, Class<B> type) {
        return page.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
