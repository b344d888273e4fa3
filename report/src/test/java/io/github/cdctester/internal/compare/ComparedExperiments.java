// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.report.compose.experiment.Searches;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.FindMaxResult;
import io.github.cdctester.result.FindMaxResult.Answer;
import io.github.cdctester.result.FindMaxResult.Purpose;
import io.github.cdctester.result.FindMaxResult.RateTrial;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.LoadChange;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

final class ComparedExperiments {

    static final String CHANGED_CELL = "read, other, 4";

    private ComparedExperiments() {}

    /**
     * The matrix has two workloads, two settings, 1 and 4 threads, and five repeats with noise of 3 %. Only one combination has the factor.
     */
    static MatrixResult matrix(Random random, double factor) {
        List<CellResult> cells = new ArrayList<>();
        for (int repeat = 1; repeat <= 5; repeat++) {
            for (String workload : List.of("insert", "read")) {
                for (String setting : List.of("base", "other")) {
                    for (int threads : List.of(1, 4)) {
                        String combination = workload + ", " + setting + ", " + threads;
                        double rate = 1_000
                                * threads
                                * (setting.equals("base") ? 1 : 0.9)
                                * (combination.equals(CHANGED_CELL) ? factor : 1);
                        cells.add(cell(
                                cells.size() + 1,
                                setting,
                                workload,
                                threads,
                                repeat,
                                rate * Math.exp(0.03 * random.nextGaussian())));
                    }
                }
            }
        }
        return matrix("1", cells);
    }

    /** The second setting sets the server variable x to this value. */
    static MatrixResult matrix(String x, List<CellResult> cells) {
        return new MatrixResult(
                RunResult.SCHEMA_VERSION,
                MatrixResult.KIND,
                Instant.EPOCH,
                null,
                "127.0.0.1:4711",
                "base",
                List.of(
                        new SettingSummary("base", List.of()),
                        new SettingSummary("other", List.of("SET GLOBAL x = " + x))),
                "threads",
                List.of("1", "4"),
                List.of("insert", "read"),
                List.of(),
                5,
                42,
                20,
                "5 s",
                "4",
                false,
                null,
                List.of(),
                List.of(),
                cells,
                List.of());
    }

    /** The delay is the only value of the copy. */
    static CellResult withDelay(CellResult cell, double millis, String source) {
        return new CellResult(
                cell.trial().with(List.of(), List.of(), Map.of("cdc.delay.p99Millis", millis)),
                cell.setting(),
                cell.workload(),
                cell.consumer(),
                cell.attempts(),
                cell.startedAt(),
                cell.seconds(),
                cell.warmUpSeconds(),
                cell.warm(),
                cell.verdict(),
                cell.verdictStatus(),
                cell.held(),
                cell.consumerVerdicts(),
                cell.heldConsumers(),
                Map.of("cdc.delay.p99Millis", source));
    }

    /** Each cell judges the consumer {@code orders}. Only one combination has this verdict. */
    static MatrixResult withConsumer(MatrixResult matrix, String combination, Verdict.Status status) {
        return matrix(
                "1",
                matrix.cells().stream()
                        .map(cell -> withConsumer(
                                cell,
                                combination.equals(cell.workload() + ", " + cell.setting() + ", "
                                                + cell.trial().label())
                                        ? status
                                        : Verdict.Status.LOSSLESS))
                        .toList());
    }

    private static CellResult withConsumer(CellResult cell, Verdict.Status status) {
        return new CellResult(
                cell.trial(),
                cell.setting(),
                cell.workload(),
                cell.consumer(),
                cell.attempts(),
                cell.startedAt(),
                cell.seconds(),
                cell.warmUpSeconds(),
                cell.warm(),
                cell.verdict(),
                cell.verdictStatus(),
                cell.held(),
                Map.of("orders", status),
                List.of(),
                cell.delaySources());
    }

    static CellResult cell(int number, String setting, String workload, int threads, int repeat, double rate) {
        return new CellResult(
                new Trial(
                                number,
                                repeat,
                                threads,
                                String.valueOf(threads),
                                rate > 0 ? Status.DONE : Status.FAILED,
                                rate > 0 ? null : "the server is gone",
                                "cell-" + number,
                                true,
                                null,
                                List.of(),
                                List.of(),
                                Map.of(),
                                null)
                        .with(
                                List.of(),
                                List.of(),
                                rate > 0 ? Map.of("write.queriesPerSecond", rate, "probes.cpu", rate / 100) : Map.of()),
                setting,
                workload,
                null,
                1,
                Instant.EPOCH,
                25,
                5,
                null,
                rate > 0 ? "LOSSLESS by counts" : null,
                rate > 0 ? Verdict.Status.LOSSLESS : null,
                true,
                Map.of(),
                List.of(),
                Map.of());
    }

    /** The plan has two phases and one probe, which climbs twice and descends once. The second phase writes nothing. */
    static PlanResult plan(long transactions, double firstClimbSeconds, String text) {
        RunResult loadResult = RunResults.of(transactions, 0, 0.1, Verdict.Status.LOSSLESS);
        RunResult restResult = ComparedRuns.withoutWrites(RunResults.of(100, 0, 0.1, Verdict.Status.LOSSLESS));
        return new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                Instant.EPOCH,
                "elastic.yaml",
                text,
                false,
                null,
                List.of(
                        new PhaseResult(1, "load", 0, 10, "over", loadResult),
                        new PhaseResult(2, "rest", 10, 20, "over", restResult)),
                List.of(),
                List.of(new SeriesSteps(
                        "pool",
                        0,
                        List.of(),
                        List.of(
                                new Climb(1, 1 + firstClimbSeconds, 1, 4, 2, new LoadChange("main", true, 0.5)),
                                new Climb(100, 120, 4, 1, 2, new LoadChange("main", false, 100)),
                                new Climb(150, 155, 1, 2, 1, null)))),
                RunResults.of(transactions, 0.5, 0.1, Verdict.Status.LOSSLESS),
                List.of());
    }

    /** The stream is behind in one trial. */
    static FindMaxResult search(FindMaxResult.Status status, @Nullable Double rate, @Nullable Double lowestFailed) {
        return search(
                status,
                rate,
                lowestFailed,
                trial(1, TrialOutcome.BACKLOG_GREW, RunResults.of(1_000, 0, 0.1, Verdict.Status.BEHIND)),
                trial(2, TrialOutcome.HELD, RunResults.of(1_000, 0, 0.1, Verdict.Status.LOSSLESS)));
    }

    static FindMaxResult searchWithConsumers(ConsumerResult... consumers) {
        return search(
                FindMaxResult.Status.FOUND,
                1_000.0,
                1_050.0,
                trial(1, TrialOutcome.HELD, JudgedResult.of(List.of(), List.of(), consumers)));
    }

    private static FindMaxResult search(
            FindMaxResult.Status status, @Nullable Double rate, @Nullable Double lowestFailed, RateTrial... trials) {
        return new FindMaxResult(
                RunResult.SCHEMA_VERSION,
                FindMaxResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                List.of("delay.p99<500ms"),
                1_000,
                10_000_000,
                5,
                2,
                15,
                null,
                false,
                null,
                null,
                List.of(),
                new Answer(status, rate, 3, 0, status.isFound(), lowestFailed, null, null, null, null, null, null),
                List.of(trials),
                List.of());
    }

    private static RateTrial trial(int step, TrialOutcome outcome, RunResult result) {
        return new RateTrial(
                Searches.trial(step, 1_000, outcome, true, null, result).with(List.of(), List.of(), Map.of()),
                Purpose.RAMP,
                outcome,
                null,
                null);
    }
}
