// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult.BacklogResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.WriteSummary;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** What came of a plan: a row a phase and load, what was done meanwhile, and the whole as the table of a run. */
public final class PlanTable implements Format<PlanResult> {

    @Override
    public void write(PlanResult result, Writer out) throws IOException {
        TableText text = new TableText();
        text.line("%s%s", PlainText.line(result.label()), result.interrupted() ? " (interrupted)" : "");
        text.line("");
        PhaseRows rows = new PhaseRows(text);
        rows.head("phase", "BPS MB/s");
        result.steps().forEach(phase -> phase(rows, phase));
        text.line("");
        result.steps().forEach(phase -> text.entry("ended", phase.name() + ": " + phase.ended()));
        result.whole().phases().forEach(phase -> backlog(text, phase));
        result.actions().forEach(action -> text.entry("done", action(action)));
        result.series().forEach(series -> StepRows.of(series).forEach(row -> text.line("%s", row)));
        if (result.failure() != null) {
            text.entry("failed", result.failure());
        }
        text.line("");
        text.line("all phases as one run:");
        out.write(text.toString());
        Formats.TABLE.write(result.whole(), out);
    }

    private static void phase(PhaseRows rows, PhaseResult phase) {
        Summary summary = phase.result().summary();
        WriteSummary write = summary.write();
        rows.row(
                phase.name(),
                phase.fromSecond(),
                phase.toSecond() - phase.fromSecond(),
                write == null ? null : (Double) write.transactionsPerSecond(),
                write == null ? null : write.latency(),
                summary.cdc().delay(),
                summary.cdc().bytesPerSecond());
        if (write != null) {
            write.workloads()
                    .forEach(load -> rows.load(
                            load.name(),
                            load.seconds(),
                            load.write().transactionsPerSecond(),
                            load.write().latency()));
        }
    }

    /** What a backlog did to the writers, part by part. */
    private static void backlog(TableText text, PhaseSpan phase) {
        BacklogResult backlog = phase.backlog();
        if (backlog == null) {
            return;
        }
        PhaseRows rows = new PhaseRows(text);
        text.line("");
        rows.head("backlog", "log MB/s");
        for (BacklogResult.Stretch part : backlog.stretches()) {
            rows.row(
                    "  " + part.part().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    part.fromSecond(),
                    part.toSecond() - part.fromSecond(),
                    part.transactionsPerSecond(),
                    part.latency(),
                    part.delay(),
                    part.loggedBytesPerSecond());
        }
    }

    /** What was done, when, and how it went. */
    static String action(ActionMark action) {
        return String.format(Locale.ROOT, "at %.1f s: %s", action.second(), action.text())
                + (action.failure() == null
                        ? String.format(Locale.ROOT, " (%.0f ms)", action.millis())
                        : ": failed, " + action.failure());
    }
}
