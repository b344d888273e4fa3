// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.render.Markdown;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The summary of a plan in Markdown: the answer, a row a phase and load, what was done meanwhile; the rest is folded. */
final class PlanMarkdown {

    private static final double MB = 1e6;

    private static final List<String> HEADS =
            List.of("phase", "from s", "s", "write TPS", "latency p99 ms", "DT p50 ms", "DT p99 ms", "BPS MB/s");

    private PlanMarkdown() {}

    static Markdown summary(PlanResult plan) {
        Markdown text = new Markdown().title(plan.label() + (plan.interrupted() ? " (interrupted)" : ""));
        RunMarkdown.answer(plan.whole(), text);
        String failure = plan.failure();
        if (failure != null) {
            text.item("failed", failure);
        }
        List<String> rules = new ArrayList<>(Collections.nCopies(HEADS.size(), Markdown.NUMBER));
        rules.set(0, Markdown.TEXT);
        text.table(
                HEADS,
                rules,
                plan.steps().stream().flatMap(phase -> rows(phase).stream()).toList());
        SummaryLimits.table(text, plan.whole().checks());
        plan.steps().forEach(phase -> text.item("ended", phase.name() + ": " + phase.ended()));
        plan.actions().forEach(action -> text.item("done", PlanTable.action(action)));
        RunMarkdown.distrust(plan.whole(), text);
        return text.folded("All figures", inside -> inside.verbatim(Formats.PLAN_TABLE.of(plan)));
    }

    private static List<List<String>> rows(PhaseResult phase) {
        Summary summary = phase.result().summary();
        WriteSummary write = summary.write();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                phase.name(),
                FindMaxColumn.number(phase.fromSecond(), 1),
                FindMaxColumn.number(phase.toSecond() - phase.fromSecond(), 1),
                FindMaxColumn.number(write == null ? null : (Double) write.transactionsPerSecond(), 1),
                FindMaxColumn.number(
                        write == null ? null : write.latency().carried().p99Millis(), 3),
                FindMaxColumn.number(summary.cdc().delay().carried().p50Millis(), 3),
                FindMaxColumn.number(summary.cdc().delay().carried().p99Millis(), 3),
                FindMaxColumn.number(summary.cdc().bytesPerSecond() / MB, 2)));
        if (write != null) {
            write.workloads()
                    .forEach(load -> rows.add(List.of(
                            "- " + load.name(),
                            FindMaxColumn.number(load.fromSecond(), 1),
                            FindMaxColumn.number(load.seconds(), 1),
                            FindMaxColumn.number(load.write().transactionsPerSecond(), 1),
                            FindMaxColumn.number(
                                    load.write().latency().carried().p99Millis(), 3),
                            "",
                            "",
                            "")));
        }
        return rows;
    }
}
