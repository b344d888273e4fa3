// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.comparison;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

final class ComparisonFixtures {

    private ComparisonFixtures() {}

    /** The numbers of transactions differ slightly. */
    static List<RunResult> runs(int count, long transactions, Verdict.Status status) {
        return IntStream.range(0, count)
                .mapToObj(i -> RunResults.of(transactions + 7L * i * i, 0, 0.5, status))
                .toList();
    }

    /** The delay of each second is within 30 % of {@code millis}. Every 40th second has no delay. */
    static RunResult runWithSeconds(int seconds, double millis) {
        RunResult run = RunResults.of(10_000, 0, 0.5, Verdict.Status.LOSSLESS);
        List<SampleRow> rows = new ArrayList<>();
        for (int second = 1; second <= seconds; second++) {
            rows.add(secondRow(second, second % 40 == 0 ? null : millis * (1 + 0.3 * Math.sin(second / 5.0))));
        }
        return new RunResult(
                run.schemaVersion(),
                run.tool(),
                run.startedAt(),
                run.plan(),
                run.server(),
                run.clock(),
                false,
                null,
                List.of(),
                run.summary(),
                run.verdict(),
                List.of(),
                rows,
                List.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    /** The first {@code seconds} become the warm-up. */
    static RunResult withWarmUp(RunResult run, int seconds) {
        List<SampleRow> rows = run.samples().stream()
                .map(row -> row.second() > seconds
                        ? row
                        : new SampleRow(
                                row.second(),
                                SampleRow.RunPart.WARM_UP,
                                row.seconds(),
                                row.write(),
                                row.cdc(),
                                row.streams(),
                                row.workloads(),
                                row.probes(),
                                row.consumers()))
                .toList();
        return RunResultCopy.of(run).samples(rows).build();
    }

    private static SampleRow secondRow(long second, Double millis) {
        DurationSummary delay = millis == null
                ? new DurationSummary("COMMIT_TIMESTAMP", 0, null, null, null, null, null, null, 0, 0)
                : new DurationSummary(
                        "COMMIT_TIMESTAMP", 100, millis, millis, 2 * millis, 3 * millis, 4 * millis, 5 * millis, 0, 0);
        SampleRow.Write write =
                SecondFixtures.write(1, 1_000, 1_000, 1_000, 1_000, 0, 1_000, 0, 0, 0, delay, delay, delay, null, null);
        SampleRow.Cdc cdc = SecondFixtures.cdc(
                delay,
                485_000,
                485_000,
                5_000,
                5_000,
                1_000,
                1_000,
                10,
                SampleRow.Motion.FLOWING,
                0L,
                0,
                Map.of(),
                null);
        return new SampleRow(
                second, SampleRow.RunPart.MEASURE, 1, write, cdc, List.of(), List.of(), Map.of(), List.of());
    }
}
