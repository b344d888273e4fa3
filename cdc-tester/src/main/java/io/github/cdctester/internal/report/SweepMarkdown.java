// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.render.Markdown;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.StepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** A sweep in Markdown: sweep.md, the table a row a step, with the spread of several runs in brackets; and its summary. */
public final class SweepMarkdown implements Format<SweepResult> {

    @Override
    public void write(SweepResult sweep, Writer out) throws IOException {
        SweepText words = new SweepText(sweep);
        Markdown text = new Markdown().title(words.title());
        words.head().forEach(line -> text.item(line.label(), line.words()));
        table(sweep, text);
        words.foot().forEach(line -> text.item(line.label(), line.words()));
        out.write(text.toString());
    }

    /** The answer, the table, the limits that broke, what to distrust. */
    static Markdown summary(SweepResult sweep) {
        SweepText words = new SweepText(sweep);
        Markdown text = new Markdown().title(words.title());
        SummaryLimits limits = new SummaryLimits();
        limits.add("tables", sweep.checks());
        sweep.steps().forEach(step -> limits.add(name(sweep, step), step.result()));
        long done = sweep.steps().stream()
                .filter(step -> step.status() == StepResult.Status.DONE)
                .count();
        text.paragraph(
                SummaryLimits.answer(sweep.interrupted(), sweep.hasFailed(), sweep.isHeld(), limits.hasAny()),
                done + " of " + sweep.steps().size() + " runs done; " + limits.counts());
        table(sweep, text);
        limits.broken(text);
        List<SweepText.Line> doubts = SummaryLimits.doubts(words.foot());
        words.foot().stream()
                .filter(line -> !doubts.contains(line))
                .forEach(line -> text.item(line.label(), line.words()));
        SummaryLimits.distrust(text, doubts);
        return text.folded(
                "Server and source of delays",
                inside -> words.head().forEach(line -> inside.item(line.label(), line.words())));
    }

    private static String name(SweepResult sweep, StepResult step) {
        return step.label() + (sweep.repeats() == 1 ? "" : ", run " + step.repeat());
    }

    private static void table(SweepResult sweep, Markdown text) {
        List<SweepColumn> columns = SweepColumns.of(sweep);
        List<String> heads = new ArrayList<>(List.of(SweepColumns.axis(sweep)));
        List<String> rules = new ArrayList<>(List.of(Markdown.NUMBER));
        for (SweepColumn column : columns) {
            heads.add(column.title());
            rules.add(column.isNumber() ? Markdown.NUMBER : Markdown.TEXT);
        }
        List<List<String>> rows = new ArrayList<>();
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
            rows.add(cells);
        }
        text.table(heads, rules, rows);
    }

    private static String cell(SweepColumn column, SweepRow row) {
        String lowest = column.cell(row, 1);
        String highest = column.cell(row, 2);
        return column.cell(row, 0) + (lowest.equals(highest) ? "" : " (" + lowest + " to " + highest + ")");
    }
}
