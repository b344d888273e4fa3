// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.internal.report.UnfinishedRun.Load;
import io.github.cdctester.internal.report.UnfinishedRun.Part;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.internal.report.UnfinishedRun.Stream;
import io.github.cdctester.internal.text.PlainText;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/** What is known of a plan that has no result: first that it has none, then what a result would have. */
public final class UnfinishedTable implements Format<UnfinishedRun> {

    private static final double MB = 1e6;

    @Override
    public void write(UnfinishedRun run, Writer out) throws IOException {
        TableText text = new TableText();
        text.line("%s (not finished)", PlainText.line(run.label()));
        text.entry(
                "state",
                run.goesOn()
                        ? "it is still going on; this is what has been measured up to now"
                        : "it has no result: it was killed, or failed before it had one; this is what it had measured");
        text.entry("verdict", "none: what the stream lost or repeated is only known at an end");
        text.entry(
                "measured",
                run.lastSecond() == 0
                        ? "not one second; begun at " + run.createdAt()
                        : "up to second " + run.lastSecond() + ", written at " + run.writtenAt() + "; begun at "
                                + run.createdAt());
        text.line("");
        PhaseRows rows = new PhaseRows(text);
        rows.head("phase", "BPS MB/s");
        run.phases().forEach(phase -> row(rows, phase.name(), phase.fromSecond(), phase.part()));
        row(rows, "all seconds", 0, run.whole());
        text.line("");
        run.phases().forEach(phase -> text.entry(phase.ended() == null ? "under way" : "ended", ended(phase)));
        run.actions().forEach(action -> text.entry("done", PlanTable.action(action)));
        if (run.lastSecond() > 0) {
            whole(text, run.whole());
        }
        run.series().forEach(series -> StepRows.of(series).forEach(row -> text.line("%s", row)));
        run.notes().forEach(note -> text.entry("note", note.text()));
        out.write(text.toString());
    }

    private static String ended(PhasePart phase) {
        return phase.ended() == null ? phase.name() : phase.name() + ": " + phase.ended();
    }

    private static void row(PhaseRows rows, String name, double fromSecond, Part part) {
        Load write = part.write();
        rows.row(
                name,
                fromSecond,
                part.seconds(),
                write == null ? null : (Double) write.transactionsPerSecond(),
                write == null ? null : write.latency(),
                part.cdc().delay(),
                part.cdc().bytesPerSecond());
        if (part.workloads().size() > 1) {
            part.workloads()
                    .forEach(load -> rows.load(
                            load.name(),
                            load.seconds(),
                            load.write().transactionsPerSecond(),
                            load.write().latency()));
        }
    }

    private static void whole(TableText text, Part whole) {
        Load write = whole.write();
        if (write != null) {
            text.entry(
                    "write",
                    String.format(
                            Locale.ROOT,
                            "%d transactions (%.1f/s), %d queries (%.1f/s), %d errors",
                            write.transactions(),
                            write.transactionsPerSecond(),
                            write.queries(),
                            write.queriesPerSecond(),
                            write.errors()));
        }
        Stream cdc = whole.cdc();
        Long behind = cdc.behindBytes();
        text.entry(
                "stream",
                String.format(
                        Locale.ROOT,
                        "%.2f MB, %d events (%.1f/s), %d transactions (%.1f/s), %d of them heartbeats%s",
                        cdc.bytes() / MB,
                        cdc.events(),
                        cdc.eventsPerSecond(),
                        cdc.transactions(),
                        cdc.transactionsPerSecond(),
                        cdc.heartbeats(),
                        behind == null || behind == 0
                                ? ""
                                : String.format(Locale.ROOT, "; %.2f MB behind in the last second", behind / MB)));
        text.line("");
        TableDurations durations = new TableDurations(text);
        durations.head();
        durations.duration("DT", cdc.delay());
        if (write != null) {
            durations.duration("latency", write.latency());
            if (write.startDelay().count() > 0) {
                durations.duration("start delay", write.startDelay());
            }
        }
        text.entry("DT source", cdc.delay().source() + " of " + cdc.delay().count());
    }
}
