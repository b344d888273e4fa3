// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import io.github.cdctester.config.Arrivals;
import io.github.cdctester.config.BackgroundLoad;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LargeTransactionSpec;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.TesterSummary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The table at the end of a run: plain text that fits 80 columns. */
public final class ResultTable {

    private static final double MB = 1e6;
    private static final int WIDTH = 80;
    private static final int LABEL = 10;

    private final StringBuilder text = new StringBuilder();
    private int nameWidth = 11;

    private ResultTable() {}

    /**
     * Renders a result.
     *
     * @param result the result
     * @return lines of text
     */
    public static String of(RunResult result) {
        ResultTable table = new ResultTable();
        table.head(result);
        table.rates(result.summary());
        LoadRows.of(result.summary().write()).forEach(row -> table.line("%s", row));
        StreamRows.of(result.summary()).forEach(row -> table.line("%s", row));
        table.durations(result.summary());
        table.foot(result);
        return PlainText.lines(table.text.toString());
    }

    private void head(RunResult result) {
        Plan plan = result.plan();
        String traffic = plan.workload()
                .map(WorkloadSpec::name)
                .map(name -> traffic(name, plan.load()))
                .orElse("somebody else's traffic");
        line(
                "%s, %.1f s measured%s",
                traffic, result.summary().seconds(), result.interrupted() ? " (interrupted)" : "");
        plan.background()
                .ifPresent(
                        beside -> entry("background", traffic(beside.workload().name(), beside.load())));
        Stream.concat(plan.workload().stream(), plan.background().map(BackgroundLoad::workload).stream())
                .filter(LargeTransactionSpec.class::isInstance)
                .map(LargeTransactionSpec.class::cast)
                .forEach(spec -> size(spec, result.summary()));
        if (plan.workload().orElse(null) instanceof SysbenchSpec sysbench) {
            entry("tables", tables(sysbench));
        }
        int streams = plan.streams().size();
        entry(
                "server",
                (streams == 1 ? "" : streams + " streams; the first from ") + flavor(result) + " "
                        + result.server().version() + " at "
                        + plan.cdcEndpoint().address() + ", "
                        + result.server().binlogFormat() + ", row image "
                        + result.server().rowImage() + ", checksum "
                        + result.server().checksum() + ", TLS "
                        + (result.server().tls() ? "on" : "off"));
    }

    private static String traffic(String workload, LoadSpec load) {
        return workload + ", " + load.threads() + (load.threads() == 1 ? " thread, " : " threads, ") + pace(load);
    }

    /** What was asked for, and what the stream carried. */
    private void size(LargeTransactionSpec spec, Summary summary) {
        CdcSummary.Heartbeats heartbeats = summary.cdc().heartbeats();
        CdcSummary.LargeTransactions large = summary.cdc().largeTransactions();
        long transactions =
                large == null ? summary.cdc().transactions() - heartbeats.transactions() : large.transactions();
        long bytes = large == null ? summary.cdc().bytes() - heartbeats.bytes() : large.bytes();
        double asked = spec.trxBytes() / MB;
        entry(
                "trx size",
                transactions == 0
                        ? String.format(Locale.ROOT, "%.2f MB asked, none seen", asked)
                        : String.format(
                                Locale.ROOT,
                                "%.2f MB asked, %.2f MB reached on average",
                                asked,
                                bytes / MB / transactions));
    }

    private static String tables(SysbenchSpec spec) {
        return spec.schema().tables() + " of " + spec.schema().tableSize() + " rows, rand-type "
                + spec.random().type().name().toLowerCase(Locale.ROOT) + ", db-ps-mode "
                + spec.sending().psMode().name().toLowerCase(Locale.ROOT)
                + (spec.sending().skipTrx() ? ", skip-trx on" : "");
    }

    private void rates(Summary summary) {
        CdcSummary cdc = summary.cdc();
        line("");
        line("%-10s %16s %16s", "", "per second", "total");
        line(
                "%-10s %11.2f MB/s %13.2f MB   %s",
                "BPS",
                cdc.bytesPerSecond() / MB,
                cdc.bytes() / MB,
                per(cdc.bytes(), cdc.transactions(), "%.1f bytes a transaction"));
        line(
                "%-10s %16.1f %16d   %s",
                "EPS",
                cdc.eventsPerSecond(),
                cdc.events(),
                per(cdc.events(), cdc.transactions(), "%.2f events a transaction"));
        long heartbeats = cdc.heartbeats().transactions();
        line(
                "%-10s %16.1f %16d   %s",
                "TPS",
                cdc.transactionsPerSecond(),
                cdc.transactions(),
                heartbeats == 0 ? "" : heartbeats + " of them heartbeats");
        if (cdc.rowsPerSecond() != null) {
            line("%-10s %16.1f %16d", "rows", cdc.rowsPerSecond(), cdc.rows());
        }
        WriteSummary write = summary.write();
        if (write != null) {
            line(
                    "%-10s %16.1f %16d   %s",
                    "write TPS", write.transactionsPerSecond(), write.transactions(), errors(write));
            ends(write);
            line(
                    "%-10s %16.1f %16d",
                    "write QPS", write.queriesPerSecond(), write.reads() + write.writes() + write.other());
        }
    }

    /** Where not every transaction is a commit that the log has. */
    private void ends(WriteSummary write) {
        if (write.logged() != write.transactions()) {
            entry(
                    "",
                    write.logged() + " of them wrote"
                            + (write.rolledBack() == 0 ? "" : ", " + write.rolledBack() + " rolled back on purpose"));
        }
        if (write.newOrdersPerMinute() != null) {
            line(
                    "%-10s %16.1f   a minute, not audited, not tpmC%s",
                    "new orders",
                    write.newOrdersPerMinute(),
                    write.newOrderEfficiencyPercent() == null
                            ? ""
                            : String.format(Locale.ROOT, "; %.1f %% of 12.86", write.newOrderEfficiencyPercent()));
        }
    }

    private void durations(Summary summary) {
        line("");
        WriteSummary write = summary.write();
        if (write != null) {
            // beside a kind's name the columns move to the right rather than out of line
            write.latencyByKind().keySet().forEach(kind -> nameWidth = Math.max(nameWidth, kind.length() + 2));
        }
        line(nameFormat() + " %9s %9s %9s %9s %9s %9s", "ms", "mean", "p50", "p95", "p99", "p99.9", "max");
        duration("DT", summary.cdc().delay());
        if (summary.cdc().delayEndToEnd().count() > 0) {
            duration("end to end", summary.cdc().delayEndToEnd());
        }
        large(summary.cdc().largeTransactions());
        if (write != null) {
            duration("latency", write.latency());
            write.latencyByKind().forEach((kind, latency) -> duration("  " + kind, latency));
            if (write.startDelay().count() > 0) {
                duration("start delay", write.startDelay());
                duration("service", write.serviceTime());
            }
        }
        summary.cdc().delays().forEach(this::sideBySide);
        DurationSummary delay = summary.cdc().delay();
        entry(
                "DT source",
                delay.source() + " of " + delay.count()
                        + ("HEARTBEAT".equals(delay.source()) ? " heartbeats" : " transactions"));
    }

    /** How long a large transaction took, and how late the others were meanwhile. */
    private void large(CdcSummary.@Nullable LargeTransactions large) {
        if (large == null) {
            return;
        }
        duration("during lrg", large.othersDuring());
        duration("else", large.othersElse());
        if (large.delay().count() > 0) {
            duration("large 1st B", large.delayAtFirstByte());
            duration("large last", large.delay());
        }
        duration("large pass", large.passing());
    }

    private void payloads(CdcSummary.Payloads payloads) {
        if (payloads.transactions() == 0) {
            return;
        }
        long events = payloads.innerEventsByKind().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        entry(
                "payloads",
                String.format(
                        Locale.ROOT,
                        "%d compressed transactions, in BPS and EPS as on the wire: %.2f MB that hold %.2f MB%s",
                        payloads.transactions(),
                        payloads.wireBytes() / MB,
                        payloads.inflatedBytes() / MB,
                        events == 0 ? "" : " and " + events + " events"));
    }

    private void foot(RunResult result) {
        CdcSummary cdc = result.summary().cdc();
        payloads(cdc.payloads());
        if (cdc.from() != null && cdc.to() != null) {
            entry("log", place(cdc.from()) + " to " + place(cdc.to()));
        }
        entry(
                "clock",
                String.format(
                        Locale.ROOT,
                        "server %+.3f ms, known within ±%.3f ms",
                        result.clock().offsetMicros() / 1_000.0,
                        result.clock().uncertaintyMicros() / 1_000.0));
        TesterSummary tester = result.summary().tester();
        entry(
                "tester",
                String.format(
                        Locale.ROOT,
                        "%.2f s CPU%s, %d ms GC, %.0f MB heap at most",
                        tester.cpuSeconds(),
                        tester.cpuSecondsPerGigabyte() == null
                                        || result.summary().write() != null
                                ? ""
                                : String.format(Locale.ROOT, " (%.2f s a GB)", tester.cpuSecondsPerGigabyte()),
                        tester.gcPauseMillis(),
                        tester.maxHeapBytes() / MB));
        checks(result.checks());
        verdict(result.verdict());
        for (String note : result.notes()) {
            entry("note", note);
        }
    }

    private void verdict(Verdict verdict) {
        entry("verdict", headline(verdict));
        for (Verdict.OfStream stream : verdict.streams()) {
            entry("", stream.name() + ": " + headline(stream.verdict()));
        }
        entry("", verdict.method() + ": " + verdict.reason());
    }

    private static String headline(Verdict verdict) {
        StringBuilder text = new StringBuilder(verdict.headline());
        if (verdict.committed() != null) {
            text.append(", committed ").append(verdict.committed());
        }
        text.append(", observed ").append(verdict.observed());
        count(text, ", others ", verdict.others());
        count(text, ", unknown outcome ", verdict.unknownOutcome());
        return verdict.firstOffender() == null
                ? text.toString()
                : text.append(", first ").append(verdict.firstOffender()).toString();
    }

    private static void count(StringBuilder text, String name, @Nullable Long count) {
        if (count != null && count > 0) {
            text.append(name).append(count);
        }
    }

    private void sideBySide(DelaySource source, DurationSummary delay) {
        String name = switch (source) {
            case COMMIT_TIMESTAMP -> "by commit";
            case HEARTBEAT -> "by heartb.";
            case EVENT_HEADER -> "by header";
        };
        duration(name, delay, source == DelaySource.EVENT_HEADER ? " ±1 s" : "");
    }

    private void checks(List<Check> checks) {
        if (!checks.isEmpty()) {
            long held = checks.stream().filter(Check::held).count();
            entry("checks", held + " of " + checks.size() + " held");
        }
        for (Check check : checks) {
            if (!check.held()) {
                entry("failed", check.expression() + (check.offender() == null ? "" : ": " + check.offender()));
            }
        }
    }

    private String nameFormat() {
        return "%-" + nameWidth + "s";
    }

    private void duration(String name, DurationSummary duration) {
        duration(name, duration, "");
    }

    private void duration(String name, DurationSummary duration, String remark) {
        line(
                nameFormat() + " %9s %9s %9s %9s %9s %9s%s",
                name,
                millis(duration.meanMillis()),
                millis(duration.p50Millis()),
                millis(duration.p95Millis()),
                millis(duration.p99Millis()),
                millis(duration.p999Millis()),
                millis(duration.maxMillis()),
                remark);
    }

    /** A label and words, broken at blanks where they would be too wide. */
    private void entry(String label, String words) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-" + LABEL + "s", label));
        for (String word : PlainText.line(words).split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH && line.length() > LABEL) {
                text.append(line).append('\n');
                line = new StringBuilder(" ".repeat(LABEL));
            }
            line.append(' ').append(word);
        }
        text.append(line).append('\n');
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be one more dependency
    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }

    private static String flavor(RunResult result) {
        return switch (result.server().flavor()) {
            case MYSQL -> "MySQL";
            case MARIADB -> "MariaDB";
            case POLARDBX -> "PolarDB-X";
        };
    }

    private static String pace(LoadSpec load) {
        return load instanceof LoadSpec.OpenLoop open
                ? "open loop at " + open.rate() + (open.rate().isRamp() ? "" : "/s")
                        + (open.arrivals() == Arrivals.POISSON ? ", Poisson" : "")
                : "closed loop";
    }

    private static String place(CdcSummary.Position position) {
        return position.file() + ":" + position.position();
    }

    private static String millis(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }

    private static String per(long count, long transactions, String format) {
        return transactions == 0 ? "" : String.format(Locale.ROOT, format, (double) count / transactions);
    }

    private static String errors(WriteSummary write) {
        Stream<String> refused =
                write.errorsPerCode().entrySet().stream().map(error -> error.getValue() + " errors " + error.getKey());
        Stream<String> broken = write.reconnects() == 0 ? Stream.of() : Stream.of(write.reconnects() + " reconnects");
        Stream<String> planned = write.plannedReconnects() == 0
                ? Stream.of()
                : Stream.of(write.plannedReconnects() + " planned reconnects");
        Stream<String> unknown =
                write.unknownOutcome() == 0 ? Stream.of() : Stream.of(write.unknownOutcome() + " with unknown outcome");
        return Stream.of(refused, broken, planned, unknown)
                .flatMap(part -> part)
                .collect(Collectors.joining(", "));
    }
}
