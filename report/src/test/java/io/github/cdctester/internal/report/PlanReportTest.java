// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Around;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SecondFixtures;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanReportTest {

    private static final DurationSummary NO_DURATIONS =
            new DurationSummary(null, 0, null, null, null, null, null, null, 0, 0);

    private static final PlanResult PLAN = plan();

    private static PlanResult plan() {
        PhaseSpan span = new PhaseSpan(
                "load",
                PhaseSpan.PhaseType.LOADS,
                0,
                2,
                1,
                2,
                List.of("oltp_insert", "stress"),
                "main: 2 s; stress: 1 s",
                null,
                List.of());
        return plan(
                ofSeconds(1),
                span,
                List.of(
                        secondRow(1, 1, 512e6, write(10, 5.5), write(0, null)),
                        secondRow(2, 1, 1024e6, write(20, 6.25), write(7, 9.0))));
    }

    /** The stress load takes at most two seconds. */
    private static PlanResult plan(Duration stressStart, PhaseSpan span, List<SampleRow> samples) {
        RunResult run = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);
        NamedLoad load = NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(1));
        RunResult wholeRun = new RunResult(
                run.schemaVersion(),
                run.tool(),
                Instant.parse("2026-11-23T10:00:00Z"),
                run.plan().loads(List.of(load, load.named("stress").between(stressStart, ofSeconds(2)))),
                run.server(),
                run.clock(),
                false,
                null,
                run.notes(),
                run.summary(),
                run.verdict(),
                run.checks(),
                samples,
                List.of(span),
                Map.of(),
                List.of(),
                List.of());
        SeriesStep step = new SeriesStep(1, 2, 512e6, 1024e6, null, null, new Around(5.5, 6.25, 2, 6.0), null, null);
        return new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                wholeRun.startedAt(),
                "elastic.yaml",
                "phases: []\n",
                false,
                null,
                List.of(new PhaseResult(1, "load", 0, 2, span.ended(), wholeRun)),
                List.of(
                        new ActionMark("load", 1.25, "SET GLOBAL x = 1", true, 12.0, null),
                        new ActionMark("load", 1.5, "SELECT SLEEP(600)", true, null, null)),
                List.of(new SeriesSteps("pool", 0, List.of(step), List.of(new Climb(1, 2, 512e6, 1024e6, 1, null)))),
                wholeRun,
                List.of());
    }

    private static SampleRow.Write write(long transactions, Double p99) {
        DurationSummary latency = p99 == null
                ? NO_DURATIONS
                : new DurationSummary(null, transactions, p99, p99, p99, p99, p99, p99, 0, 0);
        return SecondFixtures.write(
                1,
                transactions,
                transactions,
                transactions,
                transactions,
                0,
                transactions,
                0,
                0,
                0,
                latency,
                NO_DURATIONS,
                NO_DURATIONS,
                null,
                null);
    }

    private static SampleRow secondRow(
            long second, double seconds, double pool, SampleRow.Write main, SampleRow.Write stress) {
        SampleRow.Cdc cdc = SecondFixtures.cdc(
                NO_DURATIONS, 1, 1, 1, 1, 1, 1, 0, SampleRow.Motion.FLOWING, 0L, 0, Map.of("XID", 1L), null);
        return new SampleRow(
                second,
                SampleRow.RunPart.MEASURE,
                seconds,
                main,
                cdc,
                List.of(),
                List.of(new SampleRow.Workload("oltp_insert", main), new SampleRow.Workload("stress", stress)),
                Map.of("pool", pool),
                List.of());
    }

    @Test
    void readsWrittenJson() {
        StoredResult storedResult = StoredResult.of("plan.json", Formats.JSON.text(PLAN));

        assertThat(storedResult.isOfType(PlanResult.class)).isTrue();
        assertThat(storedResult.as(PlanResult.class)).isEqualTo(PLAN);
        assertThatThrownBy(storedResult::run)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("plan.json is a plan's; name the result.json of one of its runs");
    }

    @Test
    void fileContainsNoSamples(@TempDir Path directory) {
        ResultFiles.in(directory).write(PLAN);

        PlanResult storedPlan =
                StoredResult.read(directory.resolve("plan.json")).as(PlanResult.class);
        assertThat(storedPlan.whole().samples()).isEmpty();
        assertThat(storedPlan.series()).isEqualTo(PLAN.series());
        assertThat(StoredResult.read(directory.resolve("result.json")).run()).isEqualTo(PLAN.whole());
        assertThat(StoredResult.read(directory.resolve("phase-01/result.json")).run())
                .isEqualTo(PLAN.steps().get(0).result());
        assertThat(ResultPaths.single("RESULT", directory)).isEqualTo(directory.resolve("plan.json"));
    }

    @Test
    void createsPageFromDirectoryOfPhase(@TempDir Path directory) {
        ResultFiles.in(directory).write(PLAN);
        Path phase = directory.resolve("phase-01");
        assertThat(phase.resolve("report.html")).doesNotExist();

        RunResult storedResult =
                StoredResult.read(ResultPaths.single("RESULT", phase)).run();
        ResultFiles.write(phase.resolve("report.html"), Formats.HTML, storedResult);

        assertThat(phase.resolve("report.html"))
                .content()
                .startsWith("<!DOCTYPE html>")
                .contains("\"write-tps\"");
        assertThat(directory.resolve("report.html")).content().contains("elastic.yaml");
    }

    @Test
    void summaryOfPlanReplacesSummaryOfRun(@TempDir Path directory) {
        ResultFiles.in(directory).write(PLAN);

        String summary = Formats.SUMMARY.text(PLAN);
        assertThat(directory.resolve("summary.md")).hasContent(summary);
        assertThat(directory.resolve("phase-01/summary.md"))
                .content()
                .startsWith("# oltp_insert (1 thread), stress (oltp_insert, 1 thread)\n");
        assertThat(summary)
                .startsWith("# oltp_insert (1 thread), stress (oltp_insert, 1 thread)\n\nelastic.yaml · 1 phase · ")
                .contains("\n**✓ Nothing lost, repeated or out of order** LOSSLESS, committed 1,000, observed 1,000.")
                .contains("\n| load | 0.0 | 2.0 | 100.0 | ")
                .contains("\n| load | 1.3 | 12 | SET GLOBAL x = 1 | done |\n");
    }

    @Test
    void summaryContainsStartOfEachLoad() {
        PlanResult plan = new PlanResult(
                PLAN.schemaVersion(),
                PLAN.kind(),
                PLAN.startedAt(),
                PLAN.label(),
                PLAN.text(),
                false,
                null,
                List.of(new PhaseResult(1, "both", 30, 40, "10 s", RichResult.of())),
                List.of(),
                List.of(),
                PLAN.whole(),
                List.of());

        assertThat(Formats.SUMMARY.text(plan))
                .contains("\n| both | 30.0 | 10.0 | ")
                .contains("\n|   oltp_insert | 0.0 | 10.0 | ")
                .contains("\n|   large_transaction | 1.0 | 9.0 | ");
    }

    @Test
    void reportsActionsAsTestCases() {
        JUnitDocument tests = JUnitDocument.of(PLAN);
        assertThat(tests.suites()).containsExactly("elastic.yaml", "actions");
        assertThat(tests.outcome("elastic.yaml", "verdict")).isEqualTo("passed");
        assertThat(tests.outcome("actions", "at 1.3 s: SET GLOBAL x = 1")).isEqualTo("passed");
        assertThat(tests.outcome("actions", "at 1.5 s: SELECT SLEEP(600)"))
                .as("aborted at the end of the plan, or by Ctrl-C")
                .isEqualTo("skipped: ended with the plan");
    }

    @Test
    void showsPhasesActionsAndSteps() {
        String table = Formats.TABLE.text(PLAN);

        assertThat(table)
                .startsWith("oltp_insert (1 thread), stress (oltp_insert, 1 thread)\nelastic.yaml · ")
                .containsPattern("\nload +0.0 +2.0 +100.0 ")
                .containsPattern("\nload +1.000 +3.000 +0.05 +main: 2 s; stress: 1 s\n")
                .containsPattern("\nload +1.3 +12 +SET GLOBAL x = 1 +done\n")
                .contains("\nSteps of pool\n")
                .containsPattern("\n512,000,000 +1,024,000,000 +1 +2 +1\n")
                .containsPattern("\nfrom +reaction s +since previous s +total s +since\n")
                .containsPattern("\n512,000,000 +- +5.500 → 6.250 → 6 at 2 s ")
                .containsPattern("\nEPS +504.8 +5,000 ");
        assertThat(table.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void elasticityCsvHasFormatOfPublishedTest() {
        assertThat(new ElasticityCsv("pool", ZoneOffset.UTC).text(PLAN)).isEqualTo("""
            time_now,times,command_type,innodb_buffer_pool_size,rt
            2026-11-23 10:00:01,1,main,512000000,5.5
            2026-11-23 10:00:02,2,main,1024000000,6.25
            2026-11-23 10:00:02,1,sub,1024000000,9
            """);
    }

    /** The stress load stalls, and its last commit is after its end. */
    @Test
    void omitsPercentilesOfPartialSeconds() {
        PhaseSpan span = new PhaseSpan(
                "load",
                PhaseSpan.PhaseType.LOADS,
                0.5,
                5.5,
                1,
                6,
                List.of("oltp_insert", "stress"),
                "main: 5 s; stress: 2 s",
                null,
                List.of());
        List<SampleRow> samples = List.of(
                secondRow(1, 1, 1, write(5, 1.0), write(0, null)),
                secondRow(2, 1, 2, write(10, 2.0), write(1, 50.0)), // stress starts in the middle of this second
                secondRow(3, 1, 3, write(0, null), write(10, 3.0)),
                secondRow(4, 1, 4, write(10, 4.0), write(1, 4.0)),
                secondRow(5, 1, 5, write(10, 5.0), write(0, null)),
                secondRow(6, 0.6, 6, write(5, 6.0), write(0, null)));

        assertThat(elasticity(plan(ofSeconds(1), span, samples)))
                .containsExactly(
                        "10:00:01,1,main,1,",
                        "10:00:02,2,main,2,2",
                        "10:00:02,1,sub,2,",
                        "10:00:03,3,main,3,",
                        "10:00:03,2,sub,3,3",
                        "10:00:04,4,main,4,4",
                        "10:00:05,5,main,5,5");
    }

    /** The sample after a missed sample includes two seconds. */
    @Test
    void missedSampleDoesNotShiftSeconds() {
        PhaseSpan span = new PhaseSpan(
                "load",
                PhaseSpan.PhaseType.LOADS,
                0,
                4.02,
                1,
                3,
                List.of("oltp_insert", "stress"),
                "main: 4 s; stress: 2 s",
                null,
                List.of());
        List<SampleRow> samples = List.of(
                secondRow(1, 1.02, 1, write(5, 1.0), write(0, null)),
                secondRow(2, 2.01, 2, write(10, 2.0), write(10, 7.0)),
                secondRow(3, 1.01, 3, write(10, 3.0), write(1, 8.0)));

        assertThat(elasticity(plan(ofSeconds(1), span, samples)))
                .containsExactly(
                        "10:00:01,1,main,1,1",
                        "10:00:02,2,main,2,2",
                        "10:00:03,3,main,2,2",
                        "10:00:02,1,sub,2,7",
                        "10:00:03,2,sub,2,7",
                        "10:00:04,4,main,3,3");
    }

    private static List<String> elasticity(PlanResult plan) {
        return new ElasticityCsv("pool", ZoneOffset.UTC)
                .text(plan)
                .lines()
                .skip(1)
                .map(line -> line.replace("2026-11-23 ", ""))
                .toList();
    }
}
