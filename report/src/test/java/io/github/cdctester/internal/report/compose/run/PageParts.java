// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.TableTexts;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Facts;
import io.github.cdctester.internal.report.document.Figure;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Series;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Warning;
import java.util.List;
import java.util.stream.Stream;

final class PageParts {

    private PageParts() {}

    static Stream<Chart> charts(Document page) {
        return page.sections().stream()
                .flatMap(section -> section.blocks().stream())
                .filter(Chart.class::isInstance)
                .map(Chart.class::cast);
    }

    static Chart chart(Document page, String id) {
        return charts(page).filter(chart -> chart.id().equals(id)).findFirst().orElseThrow();
    }

    static Series series(Chart chart, String name) {
        return chart.series().stream()
                .filter(series -> series.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static Section section(Document page, String id) {
        return page.sections().stream()
                .filter(section -> section.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    static String figure(Document page, String name) {
        return page.headline().figures().stream()
                .filter(figure -> figure.name().equals(name))
                .map(Figure::value)
                .findFirst()
                .orElseThrow();
    }

    static List<String> warnings(Document page) {
        return page.headline().warnings().stream().map(Warning::what).toList();
    }

    /** Includes titles, paragraphs, table cells, facts, and notes of charts. */
    static String text(Document page) {
        StringBuilder text = new StringBuilder();
        page.sections().forEach(section -> {
            text.append(section.title())
                    .append('\n')
                    .append(section.introduction())
                    .append('\n');
            section.blocks().forEach(block -> {
                if (block instanceof Prose prose) {
                    text.append(prose.text()).append('\n');
                } else if (block instanceof Table table) {
                    table.rows()
                            .forEach(row -> TableTexts.cells(table, row)
                                    .forEach(cell -> text.append(cell).append('\t')));
                } else if (block instanceof Facts facts) {
                    facts.facts().forEach(fact -> text.append(fact.label() + ": " + fact.text() + '\n'));
                } else {
                    text.append(((Chart) block).note()).append('\n');
                }
            });
        });
        return text.toString();
    }

    /** Requires unique ids, finite axes and sorted points. */
    static void assertDrawable(Document page) {
        assertThat(page.sections()).extracting(Section::id).doesNotHaveDuplicates();
        assertThat(charts(page)).extracting(Chart::id).doesNotHaveDuplicates();
        assertThat(page.title()).isNotBlank();
        assertThat(page.headline().text()).isNotBlank();
        charts(page).forEach(chart -> {
            assertThat(chart.x().min()).as(chart.id()).isNotNull().isFinite();
            assertThat(chart.x().max()).as(chart.id()).isNotNull().isFinite();
            chart.series().forEach(series -> {
                assertThat(series.x())
                        .as(chart.id() + " " + series.name())
                        .isSorted()
                        .doesNotContain(Double.NaN);
                assertThat(series.x().length).isLessThanOrEqualTo(5_000);
            });
            chart.bands().forEach(band -> assertThat(band.to()).as(band.name()).isGreaterThanOrEqualTo(band.from()));
        });
    }

    static long characters(Document page) {
        return charts(page)
                .flatMap(chart -> chart.series().stream())
                .mapToLong(series -> characters(series.x())
                        + characters(series.y())
                        + (series.weight() == null ? 0 : characters(series.weight())))
                .sum();
    }

    private static long characters(double[] numbers) {
        long sum = 0;
        for (double number : numbers) {
            String text = String.valueOf(number);
            sum += 1 + (text.endsWith(".0") ? text.length() - 2 : text.length());
        }
        return sum;
    }
}
