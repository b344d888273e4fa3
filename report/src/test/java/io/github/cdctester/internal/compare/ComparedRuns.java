// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.ServerSummary;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.ProbeSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class ComparedRuns {

    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private ComparedRuns() {}

    /** The runs take ten seconds. Their delay is 1 ms per thousand transactions. */
    public static List<RunResult> runs(long... transactions) {
        return Arrays.stream(transactions)
                .mapToObj(count -> run(count, Verdict.Status.LOSSLESS))
                .toList();
    }

    static RunResult run(long transactions, Verdict.Status status) {
        return RunResults.of(transactions, 0.5, 0.1, status);
    }

    public static RunResult withServerVersion(RunResult run, String serverVersion) {
        ServerSummary server = run.server();
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                new ServerSummary(
                        server.flavor(),
                        serverVersion,
                        "another-uuid",
                        "77",
                        "elsewhere",
                        server.logBin(),
                        server.binlogFormat(),
                        server.rowImage(),
                        server.checksum(),
                        server.gtidMode(),
                        server.compression(),
                        server.netBufferLength(),
                        server.tls(),
                        server.tlsVersion(),
                        server.tlsCipher(),
                        server.loginPlugin(),
                        server.rsaKeyFetched()),
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                run.samples(),
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    public static RunResult withDelaysByHeartbeats(RunResult run) {
        String text = Formats.JSON.text(run);
        return StoredResult.of(
                        "heartbeats",
                        text.replaceFirst(
                                "(\"delay\"\\s*:\\s*\\{\\s*\"source\"\\s*:\\s*\")COMMIT_TIMESTAMP", "$1HEARTBEAT"))
                .run();
    }

    /** The rates are 99 % or 101 % of the run's rate, and change every three seconds. */
    static RunResult withSeconds(RunResult run, int seconds) {
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= seconds; second++) {
            long count =
                    Math.round(run.summary().write().transactionsPerSecond() * (second / 3 % 2 == 0 ? 0.99 : 1.01));
            rows.add(new SampleRow(
                    second,
                    SampleRow.RunPart.MEASURE,
                    1,
                    SecondFixtures.write(
                            1,
                            count,
                            count,
                            count,
                            count,
                            0,
                            count,
                            0,
                            0,
                            0,
                            NO_DURATIONS,
                            NO_DURATIONS,
                            NO_DURATIONS,
                            null,
                            null),
                    SecondFixtures.cdc(
                            NO_DURATIONS,
                            100 * count,
                            100 * count,
                            5 * count,
                            5 * count,
                            count,
                            count,
                            0,
                            SampleRow.Motion.FLOWING,
                            null,
                            0,
                            Map.of(),
                            null),
                    List.of(),
                    List.of(),
                    Map.of(),
                    List.of()));
        }
        return with(run, run.summary(), rows, Map.of());
    }

    /** The probe series {@code cpu} and {@code t0} to {@code t29} have the same mean. */
    static RunResult withProbes(RunResult run, double mean) {
        return withProbes(run, mean, "percent");
    }

    /** @param unit unit of {@code cpu}; empty for none */
    static RunResult withProbes(RunResult run, double mean, String unit) {
        Summary summary = run.summary();
        List<ProbeSummary> probes = new ArrayList<>(List.of(new ProbeSummary("cpu", 40, mean, mean, mean, null)));
        for (int target = 0; target < 30; target++) {
            probes.add(new ProbeSummary("t" + target, 40, mean, mean, mean, null));
        }
        return with(
                run,
                new Summary(
                        summary.seconds(),
                        summary.cdc(),
                        summary.streams(),
                        summary.overStreams(),
                        summary.write(),
                        summary.tester(),
                        probes),
                run.samples().stream()
                        .map(row -> new SampleRow(
                                row.second(),
                                row.phase(),
                                row.seconds(),
                                row.write(),
                                row.cdc(),
                                row.streams(),
                                row.workloads(),
                                Map.of("cpu", mean * (row.second() / 3 % 2 == 0 ? 0.99 : 1.01)),
                                row.consumers()))
                        .toList(),
                unit.isEmpty() ? Map.of() : Map.of("cpu", unit));
    }

    public static RunResult withoutWrites(RunResult run) {
        Summary summary = run.summary();
        return with(
                run,
                new Summary(summary.seconds(), summary.cdc(), List.of(), null, null, summary.tester(), List.of()),
                run.samples(),
                Map.of());
    }

    private static RunResult with(RunResult run, Summary summary, List<SampleRow> rows, Map<String, String> units) {
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                run.interrupted(),
                run.interruptedBecause(),
                run.notes(),
                summary,
                run.verdict(),
                run.checks(),
                rows,
                List.of(),
                units,
                List.of(),
                List.of());
    }

    /** The steps have 1, 2, 4, … threads. */
    static SweepResult sweep(List<List<RunResult>> runsByStep) {
        return sweep("threads", runsByStep);
    }

    static SweepResult sweep(String axis, List<List<RunResult>> runsByStep) {
        List<Trial> steps = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        for (int step = 0; step < runsByStep.size(); step++) {
            labels.add(String.valueOf(1 << step));
            int repeat = 1;
            for (RunResult run : runsByStep.get(step)) {
                steps.add(new Trial(
                        step + 1,
                        repeat++,
                        1 << step,
                        labels.get(step),
                        Trial.Status.DONE,
                        null,
                        "step-" + step,
                        true,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        run));
            }
        }
        return new SweepResult(
                RunResult.SCHEMA_VERSION,
                SweepResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                axis,
                labels,
                runsByStep.get(0).size(),
                List.of(),
                null,
                false,
                null,
                null,
                List.of(),
                steps,
                List.of());
    }

    /** The first repeats of the step failed. */
    static SweepResult withFailures(SweepResult sweep, int step, int failureCount, @Nullable RunResult partialResult) {
        return with(
                sweep,
                sweep.steps().stream()
                        .map(trial -> trial.step() == step && trial.repeat() <= failureCount
                                ? with(trial, Trial.Status.FAILED, "the server is gone", partialResult)
                                : trial)
                        .toList());
    }

    /** The sweep ended before this repeat of the step. */
    static SweepResult withSkipped(SweepResult sweep, int step, int repeat) {
        return with(
                sweep,
                sweep.steps().stream()
                        .map(trial -> trial.step() > step || trial.step() == step && trial.repeat() >= repeat
                                ? with(trial, Trial.Status.SKIPPED, "ended", null)
                                : trial)
                        .toList());
    }

    private static Trial with(
            Trial trial, Trial.Status status, @Nullable String reason, @Nullable RunResult partialResult) {
        return new Trial(
                trial.step(),
                trial.repeat(),
                trial.value(),
                trial.label(),
                status,
                reason,
                trial.folder(),
                true,
                null,
                List.of(),
                List.of(),
                Map.of(),
                partialResult);
    }

    private static SweepResult with(SweepResult sweep, List<Trial> steps) {
        return new SweepResult(
                sweep.schemaVersion(),
                sweep.kind(),
                sweep.startedAt(),
                sweep.workload(),
                null,
                sweep.axis(),
                sweep.values(),
                sweep.repeats(),
                List.of(),
                null,
                false,
                null,
                null,
                List.of(),
                steps,
                List.of());
    }
}
