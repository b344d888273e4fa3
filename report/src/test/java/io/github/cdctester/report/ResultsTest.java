// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultsTest {

    private static final RunResult RESULT = RunResults.of(1_000, 0.5, 0.1, Verdict.Status.LOSSLESS);

    @TempDir
    private Path directory;

    @Test
    void readsWrittenRun() {
        Path out = directory.resolve("new/out");
        Results.write(RESULT, out);
        assertThat(Results.read(out.resolve("result.json"))).isEqualTo(RESULT);
        assertThat(out.resolve("result.json"))
                .hasBinaryContent(Results.json(RESULT).getBytes());
        assertThat(out.resolve("samples.csv"))
                .hasBinaryContent(Results.samplesCsv(RESULT).getBytes());
        assertThat(out.resolve("report.html"))
                .hasBinaryContent(Results.html(RESULT).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void writesAndReadsPlanWithItsPhases() {
        PlanResult plan = new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                Instant.EPOCH,
                "elastic.yaml",
                "",
                false,
                null,
                List.of(new PlanResult.PhaseResult(1, "load", 0, 10, "over", RESULT)),
                List.of(),
                List.of(),
                RESULT,
                List.of());
        Results.write(plan, directory);
        assertThat(Results.read(directory.resolve("plan.json"), PlanResult.class)
                        .label())
                .isEqualTo("elastic.yaml");
        assertThat(Results.read(directory.resolve("phase-01/result.json"))).isEqualTo(RESULT);
        assertThat(directory.resolve("report.html")).exists();
        assertThat(Results.table(plan).lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void rejectsComparisonOfComparisons() {
        Comparison comparison = Comparisons.of(RESULT, RESULT);
        assertThat(comparison.before().runs()).isEqualTo(1);
        assertThatThrownBy(() -> Comparisons.of(comparison, comparison))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("not a comparison");
    }

    @Test
    void readsWrittenSweepWithRuns() {
        SweepResult sweep = sweep();
        Results.write(sweep, directory);
        assertThat(Results.read(directory.resolve("sweep.json"), SweepResult.class))
                .isEqualTo(sweep);
        assertThat(Results.read(directory.resolve("step-01/result.json"))).isEqualTo(RESULT);
        assertThat(directory.resolve("sweep.json"))
                .hasBinaryContent(Results.json(sweep).getBytes());
        assertThat(directory.resolve("sweep.csv")).content().startsWith("step,threads,label,");
        assertThat(directory.resolve("sweep.md")).content().contains("| threads |");
        assertThatThrownBy(() -> Results.read(directory.resolve("sweep.json")))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("is a sweep's");
    }

    @Test
    void printsTablesOfRunAndSweep() {
        assertThat(Results.table(RESULT))
                .contains("\nEPS ", "\nverdict    LOSSLESS")
                .endsWith("\n");
        assertThat(Results.table(sweep())).contains("\nthreads ").endsWith("\n");
    }

    @Test
    void comparesWrittenResults() {
        Results.write(RESULT, directory.resolve("before/1"));
        Results.write(RunResults.of(1_001, 0.5, 0.1, Verdict.Status.LOSSLESS), directory.resolve("before/2"));
        Results.write(RunResults.of(2_000, 0.5, 0.1, Verdict.Status.LOSSLESS), directory.resolve("after/1"));
        Results.write(RunResults.of(2_001, 0.5, 0.1, Verdict.Status.LOSSLESS), directory.resolve("after/2"));
        Comparison comparison = Comparisons.of(
                directory.resolve("before"),
                directory.resolve("after"),
                "write.transactionsPerSecond -5%",
                "delay.p99 +10%");
        assertThat(comparison.before().runs()).isEqualTo(2);
        assertThat(comparison.checks()).extracting(Check::held).containsExactly(true, false);
        assertThat(comparison.isHeld()).isFalse();
        assertThat(Results.table(comparison)).contains("\nwrite.transactions/s ", "+100 %");
        Results.write(comparison, directory.resolve("c"));
        assertThat(Results.read(directory.resolve("c/compare.json"), Comparison.class))
                .isEqualTo(comparison);
        assertThat(directory.resolve("c/compare.json"))
                .hasBinaryContent(Results.json(comparison).getBytes());
        assertThat(Comparisons.of(sweep(), sweep()).values())
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.step()).isEqualTo("16"));
    }

    private static SweepResult sweep() {
        return new SweepResult(
                RunResult.SCHEMA_VERSION,
                SweepResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                "threads",
                List.of("16"),
                1,
                List.of(),
                null,
                false,
                null,
                null,
                List.of(),
                List.of(new Trial(
                        1,
                        1,
                        16,
                        "16",
                        Trial.Status.DONE,
                        null,
                        "step-01",
                        true,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        RESULT)),
                List.of(new SweepRow(
                        1,
                        16,
                        "16",
                        Trial.Status.DONE,
                        null,
                        1,
                        "LOSSLESS",
                        Verdict.Status.LOSSLESS,
                        Trial.LimitedBy.NONE,
                        null,
                        List.of(),
                        Map.of())));
    }
}
