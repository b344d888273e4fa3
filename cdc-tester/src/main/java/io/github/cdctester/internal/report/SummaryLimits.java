// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.render.Markdown;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a result was held to, run by run, and the words of a summary about it. */
final class SummaryLimits {

    private static final int MOST_BROKEN = 30;

    /** A limit of one run, or a verdict that is bad. */
    private record Row(String where, String limit, String found, boolean held) {}

    private final List<Row> rows = new ArrayList<>();
    private long verdicts;

    /** Adds those of a run, and its verdict; of {@code null} nothing. */
    void add(String where, @Nullable RunResult run) {
        if (run != null) {
            verdicts++;
            if (run.verdict().status().isBad()) {
                rows.add(new Row(where, "verdict", TestSuites.headline(run.verdict()), false));
            }
            add(where, run.checks());
        }
    }

    /** Adds some. */
    void add(String where, List<Check> checks) {
        checks.forEach(check -> rows.add(new Row(where, check.expression(), found(check), check.held())));
    }

    /** Whether anything was looked at. */
    boolean hasAny() {
        return verdicts + rows.size() > 0;
    }

    /** How many held. */
    String counts() {
        long broken = rows.stream().filter(row -> !row.held()).count();
        return hasAny()
                ? broken == 0 ? "all verdicts and limits held" : broken + " verdicts or limits broke"
                : "nothing was checked";
    }

    /** A table of those that broke, if any did; of very many the first. */
    void broken(Markdown text) {
        List<List<String>> broken = rows.stream()
                .filter(row -> !row.held())
                .map(row -> List.of(row.where(), row.limit(), row.found()))
                .toList();
        if (broken.isEmpty()) {
            return;
        }
        text.heading("Broken");
        text.table(
                List.of("where", "limit", "found"),
                List.of(Markdown.TEXT, Markdown.TEXT, Markdown.TEXT),
                broken.subList(0, Math.min(MOST_BROKEN, broken.size())));
        if (broken.size() > MOST_BROKEN) {
            text.item("more", broken.size() - MOST_BROKEN + " that are not shown here");
        }
    }

    /** A table of the limits of one run, broken or not. */
    static void table(Markdown text, List<Check> checks) {
        if (!checks.isEmpty()) {
            text.table(
                    List.of("limit", "found", ""),
                    List.of(Markdown.TEXT, Markdown.TEXT, Markdown.TEXT),
                    checks.stream()
                            .map(check ->
                                    List.of(check.expression(), found(check), check.held() ? "✓ held" : "✗ broken"))
                            .toList());
        }
    }

    /** What was found, in words where there are some. */
    static String found(Check check) {
        return TestSuites.found(check);
    }

    /** The first words of a summary. */
    static String answer(boolean interrupted, boolean failed, boolean held, boolean checked) {
        if (interrupted) {
            return "Interrupted.";
        }
        if (failed) {
            return "Broke.";
        }
        return held ? checked ? "Passed." : "Measured." : "Failed.";
    }

    /** The lines that say how far to trust the numbers. */
    static List<SweepText.Line> doubts(List<SweepText.Line> foot) {
        return foot.stream()
                .filter(line -> line.label().equals("note") || line.label().equals("remark"))
                .toList();
    }

    /** What to think of the numbers. */
    static void distrust(Markdown text, List<SweepText.Line> doubts) {
        if (!doubts.isEmpty()) {
            text.heading("What to distrust");
            doubts.forEach(line -> text.item(line.label(), line.words()));
        }
    }
}
