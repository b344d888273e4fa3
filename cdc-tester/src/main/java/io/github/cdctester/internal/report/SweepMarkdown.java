// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** sweep.md: the table of a sweep in Markdown, a row a step, with the spread of several runs in brackets. */
final class SweepMarkdown implements Format<SweepResult> {

    @Override
    public void write(SweepResult sweep, Writer out) throws IOException {
        SweepText words = new SweepText(sweep);
        StringBuilder text =
                new StringBuilder("# ").append(plain(words.title())).append("\n\n");
        words.head().forEach(line -> text.append(item(line)));
        if (!words.head().isEmpty()) {
            text.append('\n');
        }
        table(sweep, text);
        List<SweepText.Line> foot = words.foot();
        if (!foot.isEmpty()) {
            text.append('\n');
        }
        foot.forEach(line -> text.append(item(line)));
        out.write(text.toString());
    }

    private static void table(SweepResult sweep, StringBuilder text) {
        List<SweepColumn> columns = SweepColumns.of(sweep);
        List<String> heads = new ArrayList<>(List.of(SweepColumns.axis(sweep)));
        List<String> rules = new ArrayList<>(List.of("---:"));
        for (SweepColumn column : columns) {
            heads.add(column.title());
            rules.add(column.isNumber() ? "---:" : "---");
        }
        text.append(row(heads)).append(row(rules));
        for (SweepRow row : sweep.table()) {
            List<String> cells = new ArrayList<>(List.of(row.label()));
            if (row.values().isEmpty()) {
                cells.add(row.status() == StepResult.Status.SKIPPED ? "skipped" : "failed: " + row.reason());
                while (cells.size() < heads.size()) {
                    cells.add("");
                }
            } else {
                columns.forEach(column -> cells.add(cell(column, row)));
            }
            text.append(row(cells));
        }
    }

    private static String cell(SweepColumn column, SweepRow row) {
        String lowest = column.cell(row, 1);
        String highest = column.cell(row, 2);
        return column.cell(row, 0) + (lowest.equals(highest) ? "" : " (" + lowest + " to " + highest + ")");
    }

    static String row(List<String> cells) {
        return cells.stream().map(SweepMarkdown::plain).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    static String item(SweepText.Line line) {
        return "- " + line.label() + ": " + plain(line.words()) + "\n";
    }

    /** What a server says may have any characters: none of them is to make a cell, a link or an element of HTML. */
    static String plain(String text) {
        return PlainText.line(text).replaceAll("([\\\\|<>\\[\\]`*])", "\\\\$1");
    }
}
