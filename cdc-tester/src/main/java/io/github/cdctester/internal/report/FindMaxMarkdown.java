// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.render.Markdown;
import io.github.cdctester.result.FindMaxResult;

/** The summary of a search for the highest rate in Markdown: the answer, and a row a trial. */
final class FindMaxMarkdown {

    private FindMaxMarkdown() {}

    static Markdown summary(FindMaxResult search) {
        Markdown text = new Markdown().title(FindMaxText.title(search));
        text.paragraph(
                SummaryLimits.answer(search.interrupted(), search.hasFailed(), search.isHeld(), true),
                FindMaxText.answer(search));
        if (!search.table().isEmpty()) {
            text.table(
                    FindMaxColumn.ALL.stream().map(FindMaxColumn::title).toList(),
                    FindMaxColumn.ALL.stream()
                            .map(column -> column.isNumber() ? Markdown.NUMBER : Markdown.TEXT)
                            .toList(),
                    search.table().stream()
                            .map(row -> FindMaxColumn.ALL.stream()
                                    .map(column -> column.cell().apply(row))
                                    .toList())
                            .toList());
        }
        SummaryLimits limits = new SummaryLimits();
        limits.add("tables", search.checks());
        limits.broken(text);
        FindMaxText.foot(search).stream()
                .filter(line -> !line.label().equals("note"))
                .forEach(line -> text.item(line.label(), line.words()));
        SummaryLimits.distrust(text, SummaryLimits.doubts(FindMaxText.foot(search)));
        return text.folded("The same as text", inside -> inside.verbatim(new FindMaxTable(search).render()));
    }
}
