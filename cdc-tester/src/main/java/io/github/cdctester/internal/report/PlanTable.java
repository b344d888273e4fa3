// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.BacklogResult;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.WriteSummary;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What came of a plan: a row a phase and load, what was done meanwhile, and the whole as the table of a run. */
final class PlanTable implements Format<PlanResult> {

    private static final double MB = 1e6;
    private static final String ROW = "%-18s %7s %7s %8s %8s %8s %8s %8s";

    @Override
    public void write(PlanResult result, Writer out) throws IOException {
        TableText text = new TableText();
        text.line("%s%s", PlainText.line(result.label()), result.interrupted() ? " (interrupted)" : "");
        text.line("");
        text.line(ROW, "phase", "from s", "s", "wr. TPS", "lat p99", "DT p50", "DT p99", "BPS MB/s");
        result.steps().forEach(phase -> phase(text, phase));
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

    private static void phase(TableText text, PhaseResult phase) {
        Summary summary = phase.result().summary();
        WriteSummary write = summary.write();
        DurationSummary delay = summary.cdc().delay();
        text.line(
                ROW,
                cut(phase.name()),
                one(phase.fromSecond()),
                one(phase.toSecond() - phase.fromSecond()),
                write == null ? "-" : one(write.transactionsPerSecond()),
                write == null ? "-" : millis(write.latency().p99Millis()),
                millis(delay.p50Millis()),
                millis(delay.p99Millis()),
                String.format(Locale.ROOT, "%.2f", summary.cdc().bytesPerSecond() / MB));
        if (write != null) {
            write.workloads()
                    .forEach(load -> text.line(
                            ROW,
                            cut("  " + load.name()),
                            "",
                            one(load.seconds()),
                            one(load.write().transactionsPerSecond()),
                            millis(load.write().latency().p99Millis()),
                            "",
                            "",
                            ""));
        }
    }

    /** What a backlog did to the writers, part by part. */
    private static void backlog(TableText text, PhaseSpan phase) {
        BacklogResult backlog = phase.backlog();
        if (backlog == null) {
            return;
        }
        text.line("");
        text.line(
                "%-18s %7s %7s %8s %8s %8s %8s %8s",
                "backlog", "from s", "s", "wr. TPS", "lat p99", "DT p50", "DT p99", "log MB/s");
        for (BacklogResult.Stretch part : backlog.stretches()) {
            Double logged = part.loggedBytesPerSecond();
            Double rate = part.transactionsPerSecond();
            text.line(
                    ROW,
                    "  " + part.part().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    one(part.fromSecond()),
                    one(part.toSecond() - part.fromSecond()),
                    rate == null ? "-" : one(rate),
                    millis(part.latency().p99Millis()),
                    millis(part.delay().p50Millis()),
                    millis(part.delay().p99Millis()),
                    logged == null ? "-" : String.format(Locale.ROOT, "%.2f", logged / MB));
        }
    }

    private static String action(ActionMark action) {
        return String.format(Locale.ROOT, "at %.1f s: %s", action.second(), action.text())
                + (action.failure() == null
                        ? String.format(Locale.ROOT, " (%.0f ms)", action.millis())
                        : ": failed, " + action.failure());
    }

    private static String cut(String name) {
        String plain = PlainText.line(name);
        return plain.length() <= 18 ? plain : plain.substring(0, 17) + "…";
    }

    private static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }
}
