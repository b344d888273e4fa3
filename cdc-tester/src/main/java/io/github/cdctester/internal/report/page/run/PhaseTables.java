// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.run;

import io.github.cdctester.internal.report.RunWords;
import io.github.cdctester.internal.report.document.Block;
import io.github.cdctester.internal.report.document.Prose;
import io.github.cdctester.internal.report.document.Row;
import io.github.cdctester.internal.report.document.Section;
import io.github.cdctester.internal.report.document.Table;
import io.github.cdctester.internal.report.page.TextCells;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The phases of a plan: all of them in a table, and each with its own numbers. */
final class PhaseTables {

    private static final int MOST_SECTIONS = 40;

    static final List<String> COLUMNS = List.of(
            "phase", "from s", "s", "write TPS", "latency p99 ms", "DT p50 ms", "DT p99 ms", "BPS MB/s", "ended");

    private PhaseTables() {}

    /** A row a phase. */
    static Section overview(PlanResult plan) {
        List<Row> rows = plan.steps().stream().map(PhaseTables::row).toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(rows.isEmpty() ? new Prose("No phase was begun.") : TextCells.table(null, null, COLUMNS, rows));
        return new Section("phases", "Phases", null, blocks);
    }

    private static Row row(PhaseResult phase) {
        Summary summary = phase.result().summary();
        WriteSummary write = summary.write();
        return Cells.row(
                Cells.text(phase.name()),
                Cells.number(RunWords.one(phase.fromSecond())),
                Cells.number(RunWords.one(phase.toSecond() - phase.fromSecond())),
                Cells.number(write == null ? "-" : RunWords.one(write.transactionsPerSecond())),
                Cells.millis(write == null ? null : write.latency().carried().p99Millis()),
                Cells.millis(summary.cdc().delay().carried().p50Millis()),
                Cells.millis(summary.cdc().delay().carried().p99Millis()),
                Cells.number(RunWords.megabytes(summary.cdc().bytesPerSecond())),
                Cells.text(phase.ended()));
    }

    /** A section a phase. */
    static List<Section> each(PlanResult plan) {
        return plan.steps().stream()
                .limit(MOST_SECTIONS)
                .map(phase -> section(plan, phase))
                .toList();
    }

    private static Section section(PlanResult plan, PhaseResult phase) {
        List<Block> blocks = new ArrayList<>();
        Summary summary = phase.result().summary();
        List<Row> durations = new ArrayList<>();
        durations.add(Cells.duration("DT", summary.cdc().delay()));
        WriteSummary write = summary.write();
        if (write != null) {
            durations.add(Cells.duration("write latency", write.latency()));
            if (write.startDelay().count() > 0) {
                durations.add(Cells.duration("start delay", write.startDelay()));
            }
        }
        blocks.add(Cells.durations("Durations", null, durations));
        blocks.add(rates(summary));
        if (write != null && !write.workloads().isEmpty()) {
            blocks.add(RunTables.loads(write.workloads()));
        }
        span(plan, phase).map(PhaseSpan::backlog).ifPresent(backlog -> blocks.addAll(BacklogTables.of(backlog)));
        return new Section(
                "phase-" + phase.step(),
                "Phase " + phase.step() + ": " + RunMarks.shortened(phase.name()),
                "From " + RunWords.one(phase.fromSecond()) + " s to " + RunWords.one(phase.toSecond()) + " s. Ended: "
                        + Cells.text(phase.ended()).value(),
                blocks);
    }

    private static Table rates(Summary summary) {
        WriteSummary write = summary.write();
        List<Row> rows = new ArrayList<>();
        rows.add(rate(
                "BPS MB/s",
                RunWords.megabytes(summary.cdc().bytesPerSecond()),
                summary.cdc().bytes()));
        rows.add(rate(
                "EPS",
                RunWords.one(summary.cdc().eventsPerSecond()),
                summary.cdc().events()));
        rows.add(rate(
                "TPS",
                RunWords.one(summary.cdc().transactionsPerSecond()),
                summary.cdc().transactions()));
        if (write != null) {
            rows.add(rate("write TPS", RunWords.one(write.transactionsPerSecond()), write.transactions()));
        }
        return TextCells.table("Rates", null, List.of("", "a second", "in all"), rows);
    }

    private static Row rate(String name, String perSecond, long total) {
        return Cells.row(Cells.text(name), Cells.number(perSecond), Cells.number(String.valueOf(total)));
    }

    private static Optional<PhaseSpan> span(PlanResult plan, PhaseResult phase) {
        List<PhaseSpan> own = phase.result().phases();
        return (own.isEmpty() ? plan.whole().phases() : own)
                .stream()
                        .filter(span -> span.name().equals(phase.name())
                                && Math.abs(span.fromSecond() - phase.fromSecond()) < 0.001)
                        .findFirst();
    }
}
