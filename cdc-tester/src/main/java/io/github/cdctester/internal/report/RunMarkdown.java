// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.compose.experiment.TestSuites;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.render.Markdown;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Summary.NodeSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The summary of a run in Markdown: the answer, the figures, the limits, what to distrust; the rest is folded. */
final class RunMarkdown {

    private static final double MB = 1e6;
    private static final int MOST_NODES = 50;

    private RunMarkdown() {}

    static Markdown summary(RunResult run) {
        Markdown text = new Markdown().title(TableHead.title(run));
        answer(run, text);
        figures(run.summary(), text);
        consumers(run, text);
        nodes(run.summary(), text);
        SummaryLimits.table(text, run.checks());
        faults(run, text);
        distrust(run, text);
        return text.folded("All figures", inside -> inside.verbatim(Formats.TABLE.of(run)));
    }

    /** In one line: whether all is well, and the verdict. */
    static void answer(RunResult run, Markdown text) {
        Verdict verdict = run.verdict();
        long held = run.checks().stream().filter(Check::held).count();
        boolean checked =
                verdict.status() != Verdict.Status.NOT_CHECKED || !run.checks().isEmpty();
        String because = run.interruptedBecause();
        text.paragraph(
                SummaryLimits.answer(
                        run.interrupted(),
                        false,
                        !verdict.status().isBad() && held == run.checks().size(),
                        checked),
                TestSuites.headline(verdict)
                        + (run.checks().isEmpty()
                                ? ""
                                : "; " + held + " of " + run.checks().size() + " limits held")
                        + (because == null ? "" : "; interrupted: " + because));
    }

    /** The headline figures, in one row. */
    static void figures(Summary summary, Markdown text) {
        List<String> heads = new ArrayList<>(List.of("DT p50 ms", "DT p99 ms", "DT max ms", "BPS MB/s", "EPS", "TPS"));
        DurationSummary delay = summary.cdc().delay();
        List<String> row = new ArrayList<>(List.of(
                FindMaxColumn.number(delay.carried().p50Millis(), 3),
                FindMaxColumn.number(delay.carried().p99Millis(), 3),
                FindMaxColumn.number(delay.maxMillis(), 3),
                String.format(Locale.ROOT, "%.2f", summary.cdc().bytesPerSecond() / MB),
                FindMaxColumn.number(summary.cdc().eventsPerSecond(), 1),
                FindMaxColumn.number(summary.cdc().transactionsPerSecond(), 1)));
        WriteSummary write = summary.write();
        if (write != null) {
            heads.addAll(List.of("write TPS", "latency p99 ms", "errors"));
            row.add(FindMaxColumn.number(write.transactionsPerSecond(), 1));
            row.add(FindMaxColumn.number(write.latency().carried().p99Millis(), 3));
            row.add(String.valueOf(write.errorsPerCode().values().stream()
                    .mapToLong(Long::longValue)
                    .sum()));
        }
        text.table(heads, Collections.nCopies(heads.size(), Markdown.NUMBER), List.of(row));
    }

    /** A row for the stream and for each consumer. */
    private static void consumers(RunResult run, Markdown text) {
        if (!run.consumers().isEmpty()) {
            text.table(
                    ConsumerRows.HEADS,
                    List.of(
                            Markdown.TEXT,
                            Markdown.NUMBER,
                            Markdown.NUMBER,
                            Markdown.NUMBER,
                            Markdown.NUMBER,
                            Markdown.TEXT,
                            Markdown.TEXT),
                    ConsumerRows.cells(run));
        }
    }

    /** A row for each worker node. */
    private static void nodes(Summary summary, Markdown text) {
        List<NodeSummary> nodes = summary.tester().nodes();
        if (!nodes.isEmpty()) {
            List<String> kinds = new ArrayList<>(Collections.nCopies(NodeRows.HEADS.size(), Markdown.NUMBER));
            kinds.set(0, Markdown.TEXT);
            text.table(
                    NodeRows.HEADS,
                    kinds,
                    NodeRows.slowestFirst(nodes, MOST_NODES).stream()
                            .map(node -> NodeRows.cells(node, summary.seconds()))
                            .toList());
        }
    }

    /** What was broken on purpose, where something was. */
    static void faults(RunResult run, Markdown text) {
        if (!run.faults().isEmpty()) {
            text.heading("Broken on purpose");
            run.faults().forEach(fault -> text.item("fault", fault.line()));
        }
    }

    /** The source of delays, the clock and the verdict's reason always; then every note. */
    static void distrust(RunResult run, Markdown text) {
        DurationSummary delay = run.summary().cdc().delay();
        text.heading("What to distrust");
        text.item(
                "DT",
                String.format(
                        Locale.ROOT,
                        "by %s of %d; the server's clock is known within ±%.3f ms",
                        delay.source(),
                        delay.count(),
                        run.clock().uncertaintyMicros() / 1_000.0));
        text.item("verdict", run.verdict().method() + ": " + run.verdict().reason());
        run.consumers()
                .forEach(consumer -> ConsumerRows.remarks(consumer).forEach(line -> text.item(consumer.name(), line)));
        run.notes().forEach(note -> text.item("note", note.text()));
    }
}
