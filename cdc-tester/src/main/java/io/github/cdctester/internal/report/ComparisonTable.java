// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Comparison.VerdictChange;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Stream;

/** Two results beside each other: what differs between them first, then a row a value. Plain text that fits 80 columns. */
public final class ComparisonTable implements Format<Comparison> {

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
        verdicts(comparison).forEach(verdict -> text.entry("verdict", verdict));
        checks(comparison, text);
        comparison.notes().forEach(note -> text.entry("note", note.text()));
        out.write(text.toString());
    }

    static String side(Side side) {
        return side.name() + ", " + side.runs() + (side.runs() == 1 ? " run" : " runs");
    }

    static String orNone(String value) {
        return value.isEmpty() ? "-" : value;
    }

    private static void rows(Comparison comparison, TableText text) {
        String value = "";
        String group = "";
        text.line("");
        line(text, comparison.axis() == null ? "" : comparison.axis(), "A", "B", "change", "interval", "");
        for (ValueChange row : comparison.values()) {
            String step = row.step();
            String label = step == null ? ComparisonWords.name(row.value()) : "  " + PlainText.line(step);
            if (step != null && !row.value().equals(value)) {
                text.line("%s", ComparisonWords.name(row.value()));
                group = "";
            }
            if (step != null && ComparisonWords.hasParts(comparison.axis())) {
                // the last part is the row's; a number, it has no comma
                int last = label.lastIndexOf(", ");
                if (!label.substring(0, last).equals(group)) {
                    group = label.substring(0, last);
                    text.line("%s", group);
                }
                label = "    " + label.substring(last + 2);
            }
            value = row.value();
            line(
                    text,
                    label,
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

    /** A line each; where there are many and all are the same, one. */
    static List<String> verdicts(Comparison comparison) {
        List<VerdictChange> verdicts = comparison.verdicts();
        boolean isAllTheSame = verdicts.stream()
                        .flatMap(one -> Stream.of(one.before(), one.after()))
                        .distinct()
                        .count()
                == 1;
        if (verdicts.size() > 1 && isAllTheSame) {
            return List.of(verdicts.get(0).before() + ", the same in all " + verdicts.size());
        }
        return verdicts.stream()
                .map(verdict -> ComparisonWords.place(comparison.axis(), verdict.step())
                        + verdict.before()
                        + (verdict.before() == verdict.after() ? ", the same" : " -> " + verdict.after())
                        + (verdict.worse() ? ", worse" : ""))
                .toList();
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
