// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.render.Markdown;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.ValueChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The summary of a comparison in Markdown: whether it may be so, a row a value, and what else is not the same. */
final class ComparisonMarkdown {

    private ComparisonMarkdown() {}

    static Markdown summary(Comparison comparison) {
        Markdown text = new Markdown()
                .title(comparison.after().name() + " against "
                        + comparison.before().name());
        long held = comparison.checks().stream().filter(Check::held).count();
        text.paragraph(
                SummaryLimits.answer(
                        false, false, comparison.isHeld(), !comparison.checks().isEmpty()),
                worse(comparison)
                        + (comparison.checks().isEmpty()
                                ? ""
                                : "; " + held + " of " + comparison.checks().size() + " checks held"));
        SummaryLimits.table(text, comparison.checks());
        values(comparison, text);
        ComparisonTable.verdicts(comparison).forEach(verdict -> text.item("verdict", verdict));
        if (!comparison.settings().isEmpty()) {
            text.heading("What is not the same");
            comparison
                    .settings()
                    .forEach(setting -> text.item(
                            setting.name(),
                            ComparisonTable.orNone(setting.before()) + " -> "
                                    + ComparisonTable.orNone(setting.after())));
        }
        SummaryLimits.distrust(
                text,
                comparison.notes().stream()
                        .map(note -> new SweepText.Line("note", note.text()))
                        .toList());
        return text.folded("The same as text", inside -> inside.verbatim(Formats.COMPARISON_TABLE.of(comparison)));
    }

    private static String worse(Comparison comparison) {
        return "A " + ComparisonTable.side(comparison.before()) + "; B " + ComparisonTable.side(comparison.after())
                + "; outside of the noise " + count(comparison, Mark.BETTER) + " better, "
                + count(comparison, Mark.WORSE) + " worse";
    }

    private static long count(Comparison comparison, Mark mark) {
        return comparison.values().stream().filter(row -> row.mark() == mark).count();
    }

    private static void values(Comparison comparison, Markdown text) {
        String axis = comparison.axis();
        List<String> heads = new ArrayList<>(List.of("value", "A", "B", "change", "interval", ""));
        List<String> rules = new ArrayList<>(Collections.nCopies(heads.size(), Markdown.NUMBER));
        rules.set(0, Markdown.TEXT);
        rules.set(heads.size() - 1, Markdown.TEXT);
        if (axis != null) {
            heads.add(1, axis);
            rules.add(1, ComparisonWords.hasParts(axis) ? Markdown.TEXT : Markdown.NUMBER);
        }
        List<List<String>> rows = new ArrayList<>();
        for (ValueChange row : comparison.values()) {
            List<String> cells = new ArrayList<>(List.of(
                    ComparisonWords.name(row.value()),
                    ComparisonWords.number(row.before()),
                    ComparisonWords.number(row.after()),
                    ComparisonWords.change(row.changePercent()),
                    ComparisonWords.range(row.range(), row.mark() == Mark.ONE_RUN),
                    ComparisonWords.mark(row)));
            if (axis != null) {
                String step = row.step();
                cells.add(1, step == null ? "" : step);
            }
            rows.add(cells);
        }
        text.table(heads, rules, rows);
    }
}
