// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The matrix contains the figures of a published experiment. */
final class MatrixReportTest {

    private static final List<String> WORKLOADS = List.of("oltp_read_only", "oltp_read_write", "oltp_write_only");

    private static final MatrixResult MATRIX = matrix();

    @Test
    void summaryHasRowPerSetting() {
        String text = Formats.text(Formats.UNLIMITED_WIDTH).text(MATRIX);
        assertThat(text)
                .contains("At 32 threads, against pfsoff\nsetting ")
                .containsPattern("(?m)^pfsoff +47,176 +Baseline value +47,176 +Baseline value +47,176 +Baseline value$")
                .containsPattern(
                        "(?m)^pfson_conoff_insoff +41,111 +12\\.86 % ± 0\\.90 +41,111 +12\\.86 % ± 0\\.90 +41,111 +12\\.86 %"
                                + " ± 0\\.90$")
                .containsPattern("(?m)^pfson_conon_inson +47,100 +0\\.16 % ± 0\\.90 ~ +");
    }

    @Test
    void fullTablesHaveRowPerConcurrency() {
        assertThat(Formats.text(Formats.UNLIMITED_WIDTH).text(MATRIX))
                .contains("oltp_read_only: QPS and its reduction against pfsoff")
                .containsPattern("(?m)^threads +pfsoff +pfson_conoff_insoff +pfson_conon_inson$")
                .containsPattern("(?m)^32 +47,176 +41,111 +47,100$")
                .containsPattern(
                        "(?m)^ +Baseline value +Reduced by 12\\.86 % ± 0\\.90 +Reduced by 0\\.16 % ± 0\\.90 ~$")
                .contains("oltp_read_only: mean of probes.cpu")
                .containsPattern("(?m)^32 +99\\.5 +99\\.5 +99\\.5$");
    }

    @Test
    void tablesFitTerminal() {
        for (int width : new int[] {80, 100, 120}) {
            assertThat(Formats.text(width).text(MATRIX).lines())
                    .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(width));
        }
        String narrowTable = Formats.text(80).text(MATRIX);
        assertThat(narrowTable.lines().filter(line -> line.startsWith("setting  ")))
                .hasSizeGreaterThan(1);
        assertThat(narrowTable).contains("failed     cell 2 (pfsoff, oltp_read_only, threads 32, run 2): gone");
    }

    @Test
    void markdownHasSameTables() {
        assertThat(Formats.MARKDOWN.text(MATRIX))
                .startsWith(
                        "# Matrix: oltp_read_only, oltp_read_write, oltp_write_only, 3 settings, threads 1, 32; 5 runs"
                                + " each\n")
                .contains("| setting | oltp_read_only QPS | Reduced by | oltp_read_write QPS | Reduced by |")
                .contains("\n| --- | ---: | ---: |")
                .contains("| pfson_conoff_insoff | 41,111 | 12.86 % ± 0.90 |")
                .contains(
                        "| 32 | 47,176 (Baseline value; 1 failed of 2) | 41,111 (Reduced by 12.86 % ± 0.90) | 47,100 (Reduced by 0.16 % ± 0.90 \\~) |");
    }

    @Test
    void summaryFoldsFullTables() {
        String summary = Formats.SUMMARY.text(MATRIX);
        assertThat(summary)
                .startsWith("# Matrix: oltp_read_only, oltp_read_write, ")
                .contains(
                        "\n**? 1 cell failed; at 32 threads, pfson_conoff_insoff costs most: ", " 1 of 2 cells done.\n")
                .contains("\n**At 32 threads, against pfsoff**\n\n| setting |");
        assertThat(summary.indexOf("<details>"))
                .isGreaterThan(summary.indexOf("**At 32 threads, against"))
                .isLessThan(summary.indexOf("**oltp_read_only: QPS"));
    }

    @Test
    void cellIsTestSuite() {
        JUnitDocument tests = JUnitDocument.of(MATRIX);
        assertThat(tests.suites()).hasSize(1 + MATRIX.cells().size()).startsWith("matrix");
        assertThat(tests.outcome("cell 2 (pfsoff, oltp_read_only, threads 32, run 2)", "run"))
                .isEqualTo("error: gone");
    }

    @Test
    void reportsVerdictAndLimitsOfCellAsTestCases() {
        JUnitDocument tests = JUnitDocument.of(matrixWith(
                cell(1, "LOSSLESS by counts", true, new Check("errors>0", 0.0, true, null)),
                cell(
                        2,
                        "LOST 3",
                        false,
                        new Check("errors>0", 0.0, true, null),
                        new Check("tps<10", 9.0, false, "cdc.transactionsPerSecond is 9/s")),
                cell(3, "NOT_CHECKED", true)));

        assertThat(tests.outcome(suite(1), "run")).isEqualTo("passed");
        assertThat(tests.outcome(suite(1), "verdict")).isEqualTo("passed");
        assertThat(tests.outcome(suite(1), "errors>0")).isEqualTo("passed");
        assertThat(tests.outcome(suite(2), "verdict")).isEqualTo("failure: LOST 3; more is in cell-002/result.json");
        assertThat(tests.outcome(suite(2), "errors>0")).isEqualTo("passed");
        assertThat(tests.outcome(suite(2), "tps<10")).isEqualTo("failure: cdc.transactionsPerSecond is 9/s");
        assertThat(tests.outcome(suite(3), "verdict")).isEqualTo("skipped: NOT_CHECKED");
    }

    private static String suite(int number) {
        return "cell " + number + " (pfsoff, oltp_read_only, threads 32, run " + number + ")";
    }

    private static MatrixResult matrixWith(CellResult... cells) {
        return new MatrixResult(
                MATRIX.schemaVersion(),
                MATRIX.kind(),
                MATRIX.startedAt(),
                MATRIX.server(),
                MATRIX.address(),
                MATRIX.baseline(),
                MATRIX.settings(),
                MATRIX.axis(),
                MATRIX.values(),
                MATRIX.workloads(),
                List.of(),
                MATRIX.repeats(),
                MATRIX.seed(),
                MATRIX.seconds(),
                MATRIX.warmUp(),
                MATRIX.summaryAt(),
                false,
                null,
                List.of(),
                List.of(),
                List.of(cells),
                MATRIX.table());
    }

    private static CellResult cell(int number, String verdict, boolean isHeld, Check... checks) {
        CellResult cell = cell(number, Trial.Status.DONE, null);
        return new CellResult(
                new Trial(
                                number,
                                cell.trial().repeat(),
                                cell.trial().value(),
                                cell.trial().label(),
                                cell.trial().status(),
                                null,
                                cell.trial().folder(),
                                true,
                                null,
                                List.of(),
                                List.of(),
                                Map.of(),
                                null)
                        .with(List.of(), List.of(checks), cell.trial().values()),
                cell.setting(),
                cell.workload(),
                null,
                1,
                cell.startedAt(),
                cell.seconds(),
                1,
                true,
                verdict,
                Verdict.Status.valueOf(verdict.split(" ")[0]),
                isHeld,
                Map.of(),
                List.of(),
                Map.of());
    }

    @Test
    void csvHasRowPerCombination() {
        assertThat(Formats.CSV.text(MATRIX).lines())
                .hasSize(1 + 18)
                .startsWith(
                        "workload,threads,setting,runs,queriesPerSecond,queriesPerSecond.median,queriesPerSecond.min,"
                                + "queriesPerSecond.max,reducedByPercent,reducedByPercent.low,reducedByPercent.high,pValue,"
                                + "insideNoise,probes.cpu")
                .anyMatch(line -> line.matches(
                        "oltp_read_only,32,pfson_conoff_insoff,5,41111,41111,41111,41111,12\\.86,11\\.9\\d*,"
                                + "13\\.76,1\\.0E-6,false,99\\.5"));
    }

    @Test
    void readsWrittenJson() {
        String json = Formats.JSON.text(MATRIX);
        StoredResult storedResult = StoredResult.of("matrix.json", json);
        assertThat(storedResult.isOfType(MatrixResult.class)).isTrue();
        assertThat(storedResult.as(MatrixResult.class)).isEqualTo(MATRIX);
        assertThatThrownBy(storedResult::run)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("matrix.json is a matrix's; name the result.json of one of its runs");
    }

    private static MatrixResult matrix() {
        List<MatrixRow> table = new ArrayList<>();
        for (String workload : WORKLOADS) {
            for (String label : List.of("1", "32")) {
                table.add(row(workload, label, "pfsoff", 47_176, null));
                table.add(row(workload, label, "pfson_conoff_insoff", 41_111, reduction(12.86, false)));
                table.add(row(workload, label, "pfson_conon_inson", 47_100, reduction(0.16, true)));
            }
        }
        return new MatrixResult(
                RunResult.SCHEMA_VERSION,
                MatrixResult.KIND,
                Instant.EPOCH,
                null,
                "db:3306",
                "pfsoff",
                List.of(
                        new SettingSummary("pfsoff", List.of()),
                        new SettingSummary(
                                "pfson_conoff_insoff",
                                List.of("UPDATE performance_schema.setup_consumers SET enabled = 'NO'")),
                        new SettingSummary("pfson_conon_inson", List.of())),
                "threads",
                List.of("1", "32"),
                WORKLOADS,
                List.of(),
                5,
                42,
                60,
                "until cpu >= 99, 300 s at most",
                "32",
                false,
                null,
                List.of(Note.other("a note")),
                List.of(),
                List.of(cell(1, Trial.Status.DONE, null), cell(2, Trial.Status.FAILED, "gone")),
                table);
    }

    private static CellResult cell(int number, Trial.Status status, @Nullable String reason) {
        return new CellResult(
                new Trial(
                                number,
                                number,
                                32,
                                "32",
                                status,
                                reason,
                                "cell-00" + number,
                                true,
                                null,
                                List.of(),
                                List.of(),
                                Map.of(),
                                null)
                        .with(List.of(), List.of(), Map.of("write.queriesPerSecond", 47_176.0)),
                "pfsoff",
                "oltp_read_only",
                null,
                1,
                Instant.EPOCH,
                61,
                1,
                true,
                "LOSSLESS",
                Verdict.Status.LOSSLESS,
                true,
                Map.of(),
                List.of(),
                Map.of());
    }

    private static MatrixRow row(
            String workload, String label, String setting, double queries, @Nullable Reduction reduction) {
        return new MatrixRow(
                workload,
                Double.parseDouble(label),
                label,
                setting,
                null,
                5,
                queries,
                new Spread(queries, queries, queries),
                reduction,
                Map.of("probes.cpu", 99.5),
                List.of());
    }

    private static Reduction reduction(double percent, boolean isInsideNoise) {
        return new Reduction(percent, percent - 0.9, percent + 0.9, isInsideNoise ? 0.7 : 1e-6, isInsideNoise);
    }
}
