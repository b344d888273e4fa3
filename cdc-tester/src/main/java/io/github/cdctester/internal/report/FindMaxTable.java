// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.TrialRow;
import java.util.Locale;

/** A search for the highest rate as text: the answer, and a row a trial. */
public final class FindMaxTable {

    private final FindMaxResult search;
    private final TableText text = new TableText();

    /** Begins with nothing. */
    public FindMaxTable(FindMaxResult search) {
        this.search = search;
    }

    /** Renders it. */
    public String render() {
        text.line("%s", PlainText.line(FindMaxText.title(search)));
        FindMaxText.head(search).forEach(line -> text.entry(line.label(), line.words()));
        text.entry("answer", FindMaxText.answer(search));
        FindMaxText.bound(search).ifPresent(words -> text.entry("bound", words));
        if (!search.table().isEmpty()) {
            rows();
            text.line("");
        }
        FindMaxText.foot(search).forEach(line -> text.entry(line.label(), line.words()));
        return text.toString();
    }

    private void rows() {
        text.line("");
        StringBuilder head = new StringBuilder();
        FindMaxColumn.ALL.forEach(
                column -> head.append(aligned(column, column.title())).append("  "));
        text.line("%s", head);
        for (TrialRow row : search.table()) {
            StringBuilder line = new StringBuilder();
            FindMaxColumn.ALL.forEach(column ->
                    line.append(aligned(column, column.cell().apply(row))).append("  "));
            text.line("%s", line);
        }
    }

    private String aligned(FindMaxColumn column, String cell) {
        int width = Math.max(
                column.title().length(),
                search.table().stream()
                        .mapToInt(row -> column.cell().apply(row).length())
                        .max()
                        .orElse(0));
        return String.format(Locale.ROOT, "%" + (column.isNumber() ? "" : "-") + width + "s", cell);
    }
}
