// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/** Two results beside each other: what differs between them first, then a row a value. Plain text that fits 80 columns. */
final class ComparisonTable implements Format<Comparison> {

    private static final int LABEL = 20;

    @Override
    public void write(Comparison comparison, Writer out) throws IOException {
        TableText text = new TableText();
        text.entry("A", side(comparison.before()));
        text.entry("B", side(comparison.after()));
        for (SettingChange setting : comparison.settings()) {
            text.entry("differs", setting.name() + ": " + orNone(setting.before()) + " -> " + orNone(setting.after()));
        }
        if (comparison.settings().isEmpty()) {
            text.entry("differs", "nothing that the results say about plan, server, tester and machine");
        }
        rows(comparison, text);
        text.line("");
        comparison.verdicts().forEach(verdict -> verdict(comparison, verdict, text));
        checks(comparison, text);
        comparison.notes().forEach(note -> text.entry("note", note));
        out.write(text.toString());
    }

    private static String side(Side side) {
        return side.name() + ", " + side.runs() + (side.runs() == 1 ? " run" : " runs");
    }

    private static String orNone(String value) {
        return value.isEmpty() ? "-" : value;
    }

    private static void rows(Comparison comparison, TableText text) {
        String value = "";
        text.line("");
        line(text, comparison.axis() == null ? "" : comparison.axis(), "A", "B", "change", "interval", "");
        for (ValueChange row : comparison.values()) {
            String step = row.step();
            if (step != null && !row.value().equals(value)) {
                text.line("%s", ComparisonWords.name(row.value()));
            }
            value = row.value();
            line(
                    text,
                    step == null ? ComparisonWords.name(value) : "  " + PlainText.line(step),
                    ComparisonWords.number(row.before()),
                    ComparisonWords.number(row.after()),
                    ComparisonWords.change(row.changePercent()),
                    ComparisonWords.range(row.range(), row.mark() == Mark.ONE_RUN),
                    ComparisonWords.mark(row));
        }
    }

    /** A label that is too long has a line for itself. */
    private static void line(
            TableText text, String label, String before, String after, String change, String range, String mark) {
        if (label.length() > LABEL) {
            text.line("%s", label);
        }
        text.line(
                "%-" + LABEL + "s %8s %8s %8s  %16s  %s",
                label.length() > LABEL ? "" : label,
                before,
                after,
                change,
                range,
                mark);
    }

    private static void verdict(Comparison comparison, VerdictChange verdict, TableText text) {
        @Nullable String step = verdict.step();
        text.entry(
                "verdict",
                (step == null ? "" : comparison.axis() + " " + step + ": ")
                        + verdict.before()
                        + (verdict.before() == verdict.after() ? ", the same" : " -> " + verdict.after())
                        + (verdict.worse() ? ", worse" : ""));
    }

    private static void checks(Comparison comparison, TableText text) {
        long held = comparison.checks().stream().filter(Check::held).count();
        if (!comparison.checks().isEmpty()) {
            text.entry("checks", held + " of " + comparison.checks().size() + " held");
        }
        for (Check check : comparison.checks()) {
            text.entry(
                    check.held() ? "held" : "failed",
                    check.expression() + (check.offender() == null ? "" : ": " + check.offender()));
        }
    }
}
