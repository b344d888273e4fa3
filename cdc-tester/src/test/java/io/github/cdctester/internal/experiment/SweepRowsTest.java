// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.value.TrialValues;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.VerdictCopy;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SweepRowsTest {

    private static final double IDLE_READER_SECONDS = 1;
    private static final double BUSY_READER_SECONDS = 14;

    @Test
    void rowOfOneRunHasValuesOfThatRun() {
        RunResult result = RunResults.of(20_000, 0, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS);
        SweepRow row = singleRow(run(1, Status.DONE, null, result));

        assertThat(row.status()).isEqualTo(Status.DONE);
        assertThat(row.runs()).isEqualTo(1);
        assertThat(row.verdict()).isEqualTo("LOSSLESS");
        assertThat(row.limitedBy()).isEqualTo(LimitedBy.NONE);
        assertThat(median(row, "cdc.transactionsPerSecond"))
                .isEqualTo(result.summary().cdc().transactionsPerSecond());
        assertThat(median(row, "cdc.delay.p99Millis"))
                .isEqualTo(result.summary().cdc().delay().p99Millis());
        assertThat(row.values()).doesNotContainKeys("cdc.rowsPerSecond", "write.newOrdersPerMinute");
    }

    @Test
    void valuesPerTransactionExcludeHeartbeats() {
        SweepRow row = singleRow(
                run(1, Status.DONE, null, RunResults.of(20_000, 0, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS)));
        assertThat(median(row, "eventsPerTransaction")).isEqualTo(5);
        assertThat(median(row, "bytesPerTransaction")).isEqualTo(485);
    }

    @Test
    void severalRunsHaveMedianAndSpread() {
        SweepRow row = singleRow(
                run(1, Status.DONE, null, RunResults.of(30_000, 0, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS)),
                run(2, Status.DONE, null, RunResults.of(10_000, 0, IDLE_READER_SECONDS, Verdict.Status.LOST)),
                run(3, Status.DONE, null, RunResults.of(20_000, 0, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS)));
        assertThat(row.runs()).isEqualTo(3);
        assertThat(row.values().get("write.transactionsPerSecond")).isEqualTo(new Spread(2_000, 1_000, 3_000));
        assertThat(row.verdict()).isEqualTo("LOST 1");
    }

    @Test
    void verdictIsTheWorstInAnyOrder() {
        for (Verdict.Status status :
                List.of(Verdict.Status.LOST, Verdict.Status.DUPLICATED, Verdict.Status.REORDERED)) {
            Trial slight = run(1, Status.DONE, null, faulty(status, 1));
            Trial severe = run(2, Status.DONE, null, faulty(status, 500));
            assertThat(singleRow(slight, severe).verdict()).isEqualTo(status + " 500");
            assertThat(singleRow(severe, slight).verdict()).isEqualTo(status + " 500");
        }
    }

    private static RunResult faulty(Verdict.Status status, long count) {
        RunResult run = RunResults.of(20_000, 0, IDLE_READER_SECONDS, status);
        Verdict verdict = VerdictCopy.of(run.verdict())
                .missing(status == Verdict.Status.LOST ? count : 0)
                .duplicated(status == Verdict.Status.DUPLICATED ? count : 0)
                .outOfOrder(status == Verdict.Status.REORDERED ? count : 0)
                .build();
        return RunResultCopy.of(run).verdict(verdict).build();
    }

    @Test
    void medianOfTwoIsTheirMean() {
        assertThat(Spread.of(List.of(4.0, 1.0))).isEqualTo(new Spread(2.5, 1, 4));
    }

    @Test
    void failedRunReportsReasonAndPartialValues() {
        RunResult partialResult = RunResults.of(500, 0, IDLE_READER_SECONDS, Verdict.Status.BEHIND);
        SweepRow row = singleRow(run(1, Status.FAILED, "the server is gone", partialResult));
        assertThat(row.status()).isEqualTo(Status.FAILED);
        assertThat(row.reason()).isEqualTo("the server is gone");
        assertThat(median(row, "write.transactionsPerSecond")).isEqualTo(50);
        assertThat(row.limitedBy())
                .as("a run that broke says nothing about the stream")
                .isNull();

        SweepRow rowWithoutResult = singleRow(run(1, Status.FAILED, "no way", null));
        assertThat(rowWithoutResult.values()).isEmpty();
        assertThat(rowWithoutResult.runs()).isZero();
        assertThat(rowWithoutResult.limitedBy()).isNull();
    }

    @Test
    void rowUsesFinishedRunsIfOneFailed() {
        SweepRow row = singleRow(
                run(1, Status.DONE, null, RunResults.of(10_000, 0, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS)),
                run(2, Status.FAILED, "broken pipe", RunResults.of(5, 0, IDLE_READER_SECONDS, Verdict.Status.BEHIND)));
        assertThat(row.status()).isEqualTo(Status.FAILED);
        assertThat(row.runs()).isEqualTo(1);
        assertThat(row.verdict()).isEqualTo("LOSSLESS");
        assertThat(row.remarks()).containsExactly(Note.of(Code.TRIAL_FAILED, "run", 2, "reason", "broken pipe"));
    }

    @Test
    void isSkippedOnlyIfAllRunsAreSkipped() {
        assertThat(singleRow(run(1, Status.SKIPPED, "interrupted", null)).status())
                .isEqualTo(Status.SKIPPED);
        assertThat(singleRow(
                                run(
                                        1,
                                        Status.DONE,
                                        null,
                                        RunResults.of(9, 0, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS)),
                                run(2, Status.SKIPPED, "interrupted", null))
                        .status())
                .isEqualTo(Status.DONE);
    }

    @Test
    void reportsServerOrReaderAsBottleneck() {
        assertThat(limitedBy(0.9, BUSY_READER_SECONDS, Verdict.Status.LOSSLESS)).isEqualTo(LimitedBy.NONE);
        assertThat(limitedBy(5, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS)).isEqualTo(LimitedBy.SERVER);
        assertThat(limitedBy(0, IDLE_READER_SECONDS, Verdict.Status.BEHIND)).isEqualTo(LimitedBy.SERVER);
        assertThat(limitedBy(5, BUSY_READER_SECONDS, Verdict.Status.LOSSLESS)).isEqualTo(LimitedBy.TESTER);
        assertThat(limitedBy(5, -1, Verdict.Status.LOSSLESS)).isNull();
    }

    @Test
    void busyMachineMayBeBottleneckInsteadOfServer() {
        assertThat(limitedByOnMachine(89.0)).isEqualTo(LimitedBy.SERVER);
        assertThat(limitedByOnMachine(90.0)).isEqualTo(LimitedBy.MACHINE);
    }

    private static @Nullable LimitedBy limitedByOnMachine(double busyPercent) {
        RunResult run = RunResults.of(10, 5, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS);
        Summary summary = run.summary();
        RunResult busyRun = TrialResults.withSummary(
                run,
                new Summary(
                        summary.seconds(),
                        summary.cdc(),
                        List.of(),
                        null,
                        summary.write(),
                        new TesterSummary(1.5, 0.3, IDLE_READER_SECONDS, busyPercent, 0, 1, 0, 0, 0, List.of()),
                        List.of()),
                run.verdict(),
                run.samples());
        return singleRow(run(1, Status.DONE, null, busyRun)).limitedBy();
    }

    @Test
    void remarksReportBrokenLimitAndBusyStream() {
        Check brokenLimit = new Check("TPS<5", 3.0, false, "cdc.transactionsPerSecond is 3/s");
        RunResult result = RunResults.of(10, 0, IDLE_READER_SECONDS, Verdict.Status.LOSSLESS, List.of(brokenLimit));
        Trial run = new Trial(
                1,
                1,
                16,
                "16",
                Status.DONE,
                null,
                "step-01",
                false,
                new Settling(false, 60, 812.0, "DT of heartbeats was still 812 ms"),
                List.of(),
                List.of(),
                Map.of(),
                result);
        SweepRow row = singleRow(run);
        assertThat(row.settleSeconds()).isEqualTo(60);
        assertThat(row.remarks())
                .containsExactly(
                        Note.of(Code.NOT_IDLE_BEFORE),
                        Note.of(Code.LIMIT_BROKEN, "limit", "TPS<5", "found", "cdc.transactionsPerSecond is 3/s"),
                        Note.of(Code.NOT_IDLE_AFTER, "reason", "DT of heartbeats was still 812 ms"));
    }

    private static @Nullable LimitedBy limitedBy(double catchUpSeconds, double readerSeconds, Verdict.Status status) {
        return singleRow(run(1, Status.DONE, null, RunResults.of(10, catchUpSeconds, readerSeconds, status)))
                .limitedBy();
    }

    private static double median(SweepRow row, String name) {
        assertThat(row.values()).containsKey(name);
        return row.values().get(name).median();
    }

    private static SweepRow singleRow(Trial... runs) {
        List<SweepRow> rows = SweepRows.of(List.of(runs));
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static Trial run(int repeat, Status status, @Nullable String reason, @Nullable RunResult result) {
        Map<String, Double> values = result == null ? Map.of() : TrialValues.of(result);
        return new Trial(
                1, repeat, 16, "16", status, reason, "step-01", null, null, List.of(), List.of(), values, result);
    }
}
