// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.run;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.writer.WaitingStarts;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.sample.SampleRow.Motion;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.ServerSummary;
import io.github.cdctester.result.summary.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

final class PageSeconds {

    static final DurationSummary NO_DURATIONS = new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private final long number;
    private SampleRow.RunPart part = SampleRow.RunPart.MEASURE;
    private double seconds = 1;
    private double delayMillis = 2;
    private long bytes = 1_000_000;
    private Motion motion = Motion.FLOWING;
    private @Nullable Long behind = 1_000L;
    private @Nullable String histogram = histogram(100, 2);
    private final Map<String, Double> probes = new LinkedHashMap<>();
    private final Map<String, SampleRow.Write> loads = new LinkedHashMap<>();
    private final List<SampleRow.Consumer> consumers = new ArrayList<>();

    private @Nullable Double readerPercent;
    private Map<String, Long> kinds = Map.of();
    private Map<String, Long> events = Map.of("XID", 100L, "WRITE_ROWS", 400L);

    private PageSeconds(long number) {
        this.number = number;
    }

    static PageSeconds second(long number) {
        return new PageSeconds(number);
    }

    PageSeconds part(SampleRow.RunPart runPart) {
        part = runPart;
        return this;
    }

    PageSeconds lasting(double length) {
        seconds = length;
        return this;
    }

    PageSeconds delay(double millis, @Nullable String distribution) {
        delayMillis = millis;
        histogram = distribution;
        return this;
    }

    PageSeconds behind(@Nullable Long behindBytes, long readBytes, Motion state) {
        behind = behindBytes;
        bytes = readBytes;
        motion = state;
        return this;
    }

    PageSeconds events(Map<String, Long> byKind) {
        events = byKind;
        return this;
    }

    PageSeconds readerPercent(double percent) {
        readerPercent = percent;
        return this;
    }

    PageSeconds kinds(Map<String, Long> transactions) {
        kinds = transactions;
        return this;
    }

    PageSeconds probe(String name, double value) {
        probes.put(name, value);
        return this;
    }

    PageSeconds load(String name, long transactions, double p99Millis) {
        loads.put(name, write(transactions, p99Millis, Map.of()));
        return this;
    }

    PageSeconds consumer(String name, long transactions, double p99Millis, long behindTransactions) {
        Map<String, Double> values = SecondFixtures.values(
                "transactions", transactions,
                "transactionsPerSecond", transactions / seconds,
                "behind", behindTransactions);
        consumers.add(new SampleRow.Consumer(name, durations(transactions, p99Millis), values));
        return this;
    }

    SampleRow row() {
        Map<String, Double> values = SecondFixtures.values(
                "bytes",
                bytes,
                "bytesPerSecond",
                bytes / seconds,
                "events",
                500,
                "eventsPerSecond",
                500 / seconds,
                "transactions",
                100,
                "transactionsPerSecond",
                100 / seconds,
                "heartbeats",
                10,
                "state",
                motion.ordinal(),
                "behindBytes",
                behind,
                "unreadMillis",
                0,
                "readerCpuPercent",
                readerPercent);
        SampleRow.Cdc cdc = new SampleRow.Cdc(
                durations(Double.isNaN(delayMillis) ? 0 : 100, delayMillis), values, events, histogram);
        return new SampleRow(
                number,
                part,
                seconds,
                write(90, 3, kinds),
                cdc,
                List.of(),
                loads.entrySet().stream()
                        .map(load -> new SampleRow.Workload(load.getKey(), load.getValue()))
                        .toList(),
                probes,
                List.copyOf(consumers));
    }

    private static SampleRow.Write write(long transactions, double p99Millis, Map<String, Long> byKind) {
        Map<String, Double> values = SecondFixtures.values(
                "threads", transactions == 0 ? 0 : 4,
                "transactions", transactions,
                "transactionsPerSecond", transactions,
                "queries", transactions,
                "queriesPerSecond", transactions,
                "writes", transactions);
        DurationSummary latency = transactions == 0 ? NO_DURATIONS : durations(transactions, p99Millis);
        return new SampleRow.Write(values, latency, NO_DURATIONS, NO_DURATIONS, null, null, byKind);
    }

    static DurationSummary durations(long count, double millis) {
        return count == 0
                ? NO_DURATIONS
                : new DurationSummary(
                        "COMMIT_TIMESTAMP", count, millis, millis / 2, millis, millis, millis, 2 * millis, 0, 0);
    }

    /** All {@code count} values are equal. */
    static String histogram(long count, double millis) {
        return Distribution.of(new WaitingStarts(count, index -> Math.round(millis * 1e6)))
                .toBase64();
    }

    static RunResult with(RunResult run, List<SampleRow> samples) {
        return with(run, run.plan(), run.server(), run.summary(), run.notes(), samples, run.phases());
    }

    static RunResult with(RunResult run, Summary summary, List<SampleRow> samples) {
        return with(run, run.plan(), run.server(), summary, run.notes(), samples, run.phases());
    }

    static RunResult with(
            RunResult run,
            Plan plan,
            ServerSummary server,
            Summary summary,
            List<Note> notes,
            List<SampleRow> samples,
            List<PhaseSpan> phases) {
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                plan,
                server,
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                notes,
                summary,
                run.verdict(),
                run.checks(),
                samples,
                phases,
                Map.of(),
                List.of(),
                List.of());
    }

    static RunResult withEnd(
            RunResult run,
            boolean interrupted,
            @Nullable String interruptionReason,
            Verdict verdict,
            List<Check> checks) {
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                interrupted,
                interruptionReason,
                run.notes(),
                run.summary(),
                verdict,
                checks,
                run.samples(),
                run.phases(),
                Map.of(),
                List.of(),
                List.of());
    }
}
