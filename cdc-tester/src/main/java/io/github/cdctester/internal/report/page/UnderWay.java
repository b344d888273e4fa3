// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page;

import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Chart;
import io.github.cdctester.internal.report.document.Document;
import io.github.cdctester.internal.report.document.Headline;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The page of several runs while one of them goes on: what is known of all, and under it that run. */
final class UnderWay {

    /** What the run has in common with the others, of which it is not the whole. */
    private static final String ABOUT = "about";

    private UnderWay() {}

    static Document of(String title, @Nullable Document soFar, Document run, String prefix) {
        List<Section> sections = new ArrayList<>(soFar == null ? List.of() : soFar.sections());
        sections.add(new Section(
                prefix + "now", "Now: " + run.title(), run.headline().text(), List.of(figures(run))));
        run.sections().stream()
                .filter(section -> !section.id().equals(ABOUT))
                .map(section -> new Section(
                        prefix + section.id(),
                        "Now: " + section.title(),
                        section.lead(),
                        section.blocks().stream()
                                .map(block -> named(block, prefix))
                                .toList()))
                .forEach(sections::add);
        Headline known = soFar == null ? run.headline() : soFar.headline();
        return new Document(
                soFar == null ? PlainText.line(title) : soFar.title(),
                PlainText.line("not finished · now " + run.title()),
                new Headline(
                        Tone.NEUTRAL,
                        soFar == null ? "Going on: " + run.title() : "Up to now: " + known.text(),
                        known.lead(),
                        known.figures(),
                        known.limits(),
                        known.warnings().stream()
                                .filter(doubt -> !doubt.code().equals(Warning.INTERRUPTED))
                                .toList()),
                sections,
                List.of(),
                run.footer());
    }

    private static Table figures(Document run) {
        return TextCells.table(
                null,
                null,
                List.of("of this run", "up to now", "", ""),
                run.headline().figures().stream()
                        .map(figure -> Row.of(List.of(
                                cell(figure.name(), false),
                                cell(figure.value(), true),
                                cell(figure.unit(), false),
                                cell(figure.note() == null ? "" : figure.note(), false))))
                        .toList());
    }

    private static Cell cell(String text, boolean number) {
        return TextCells.cell(text, null, Tone.NEUTRAL, number);
    }

    /** A chart of one run is not that of the next one: its zoom is not kept. */
    private static Block named(Block block, String prefix) {
        if (!(block instanceof Chart chart)) {
            return block;
        }
        String group = chart.group();
        return new Chart(
                prefix + chart.id(),
                chart.title(),
                chart.note(),
                group == null ? null : prefix + group,
                chart.x(),
                chart.ys(),
                chart.series(),
                chart.marks(),
                chart.bands(),
                chart.height());
    }
}
