// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.SweepResult.SweepRow;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.LimitedBy;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Trial.Status;
import io.github.cdctester.result.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SweepReportTest {

    private static final String FAILURE = "querying 127.0.0.1:3306 failed: <b>it</b> is | gone,\nreally";

    @TempDir
    private Path directory;

    @Test
    void hasRowPerStepWithPublishedColumnsFirst() {
        List<String> lines = text(sweep(1), Formats.UNLIMITED_WIDTH).lines().toList();
        String headingLine = line(lines, "threads ");
        assertThat(headingLine.split("  +"))
                .startsWith(
                        "threads",
                        "QPS",
                        "DT ms",
                        "BPS MB/s",
                        "EPS",
                        "TPS",
                        "DT p50 ms",
                        "DT p99 ms",
                        "DT max ms",
                        "events/trx")
                .contains("limited by", "settle s", "verdict")
                .doesNotContain("rows/s", "min");
        assertThat(line(lines, "16 ").split("  +"))
                .startsWith("16", "1,000.0", "1.500", "12.00", "5,000.0", "1,010.0")
                .endsWith("server", "1.3", "LOSSLESS");
        assertThat(line(lines, "32 ")).contains("failed: querying 127.0.0.1:3306 failed");
        assertThat(line(lines, "64 ")).contains("skipped");
        assertThat(lines).anyMatch(line -> line.startsWith("failed") && line.contains("32:"));
        assertThat(lines).anyMatch(line -> line.startsWith("ended") && line.contains("skipped: 64"));
    }

    @Test
    void severalRunsShowMinimumAndMaximumBelow() {
        List<String> lines = text(sweep(3), Formats.UNLIMITED_WIDTH).lines().toList();
        int row = lines.indexOf(line(lines, "16 "));
        assertThat(lines.get(row + 1).strip().split("  +")).startsWith("min", "900.0", "1.350");
        assertThat(lines.get(row + 2).strip().split("  +")).startsWith("max", "1,100.0", "1.650");
    }

    @Test
    void narrowTerminalHasSeveralTables() {
        for (int width : new int[] {80, 90, 100}) {
            List<String> lines = text(sweep(3), width).lines().toList();
            assertThat(lines).allMatch(line -> line.length() <= width);
            assertThat(lines.stream().filter(line -> line.startsWith("threads ")))
                    .hasSizeGreaterThan(1);
            assertThat(lines.stream().filter(line -> line.startsWith("16 "))).hasSizeGreaterThan(1);
        }
        assertThat(text(sweep(1), 80)
                        .lines()
                        .filter(line -> line.startsWith("threads "))
                        .findFirst())
                .hasValueSatisfying(headingLine -> assertThat(headingLine).contains(" EPS ", " TPS "));
    }

    @Test
    void firstColumnsDependOnAxis() {
        assertThat(headings("rate", Map.of())).startsWith("rate", "written TPS", "QPS", "DT ms");
        assertThat(headings(
                        "trxSize",
                        Map.of("transactionBytes", spreadOfOne(5e8), "large.lastByteMillis", spreadOfOne(17_000))))
                .startsWith("trx size", "trx size MB", "DT ms", "BPS MB/s", "EPS", "TPS", "QPS")
                .contains("DT last byte ms")
                .doesNotContain("DT 1st byte ms");
        assertThat(headings("warehouses", Map.of("write.newOrdersPerMinute", spreadOfOne(12_000))))
                .startsWith("warehouses", "new orders/min", "DT ms", "BPS MB/s", "EPS", "TPS", "QPS");
    }

    @Test
    void markdownEscapesServerTexts() {
        List<String> lines = Formats.MARKDOWN.text(sweep(3)).lines().toList();
        String headingLine = line(lines, "| threads |");
        int row = lines.indexOf(headingLine);
        assertThat(headingLine).startsWith("| threads | QPS | DT ms | BPS MB/s | EPS | TPS |");
        assertThat(lines.get(row + 1)).startsWith("| ---: | ---: |");
        assertThat(lines.get(row + 2)).startsWith("| 16 | 1,000.0 (900.0 to 1,100.0) | 1.500 (1.350 to 1.650) |");
        assertThat(lines.get(row + 3))
                .startsWith("| 32 | failed: ")
                .contains("\\<b\\>")
                .contains("is \\| gone, really");
        int barCount = headingLine.replaceAll("[^|]", "").length();
        assertThat(lines.subList(row, row + 5))
                .allMatch(line -> line.replace("\\|", "").replaceAll("[^|]", "").length() == barCount);
    }

    @Test
    void summaryHasAnswerAndTable() {
        String summary = Formats.SUMMARY.text(sweep(1));
        assertThat(summary)
                .startsWith("# Sweep: oltp_insert, threads 16, 32, 64\n\nMySQL ")
                .contains("\n**? 1 of 3 steps failed; falls behind at 16 threads** ")
                .contains("\n| threads | QPS | DT ms |")
                .contains("\n- failed: 32: querying 127.0.0.1:3306 failed: \\<b\\>it")
                .contains("\n## Warnings\n\n- Steps failed: threads 32: ")
                .contains("<details>\n<summary>All figures</summary>\n\n- DT source: ");
    }

    @Test
    void reportsEachStepAsTestSuite() {
        JUnitDocument tests = JUnitDocument.of(sweep(1));
        assertThat(tests.suites())
                .containsExactly("sweep", "threads 16, run 1", "threads 32, run 1", "threads 64, run 1");
        assertThat(tests.outcome("threads 16, run 1", "verdict")).isEqualTo("passed");
        assertThat(tests.outcome("threads 32, run 1", "run"))
                .startsWith("error: ")
                .contains("<b>it</b> is | gone, really");
        assertThat(tests.outcome("threads 64, run 1", "run")).startsWith("skipped: ");
    }

    @Test
    void csvHasNamesOfJson() {
        List<String> singleRuns = Formats.CSV.text(sweep(1)).lines().toList();
        assertThat(singleRuns.get(0))
                .startsWith("step,threads,label,status,reason,runs,verdict,limitedBy,settleSeconds,")
                .contains(",cdc.delay.meanMillis,")
                .doesNotContain(".min");
        assertThat(singleRuns.get(1)).startsWith("1,16,16,DONE,,1,LOSSLESS,SERVER,1.3,1000,");
        assertThat(Formats.CSV.text(sweep(3)).lines().findFirst())
                .hasValueSatisfying(headingLine -> assertThat(headingLine)
                        .contains("write.queriesPerSecond,write.queriesPerSecond.min,write.queriesPerSecond.max,"));
        // the reason contains a comma and a line end, so it is quoted
        assertThat(Formats.CSV.text(sweep(1)))
                .contains("2,32,32,FAILED,\"querying 127.0.0.1:3306 failed: <b>it</b> is | gone,\nreally\",0,");
    }

    @Test
    void jsonContainsCompleteResultOfEachRun() throws IOException {
        StringWriter out = new StringWriter();
        Formats.JSON.write(sweep(1), out);
        JsonNode json = JsonMapper.shared().readTree(out.toString());
        assertThat(json.get("schemaVersion").asInt()).isEqualTo(1);
        assertThat(json.get("kind").asString()).isEqualTo("sweep");
        assertThat(json.get("axis").asString()).isEqualTo("threads");
        assertThat(json.get("steps")).hasSize(3);
        assertThat(json.get("steps").get(0).get("result"))
                .isEqualTo(JsonMapper.shared().readTree(Formats.JSON.text(result())));
        assertThat(json.get("steps").get(1).get("result").isNull()).isTrue();
        assertThat(json.get("steps").get(1).get("reason").asString()).isEqualTo(FAILURE);
        JsonNode row = json.get("table").get(0);
        assertThat(row.get("value").asInt()).isEqualTo(16);
        assertThat(row.get("limitedBy").asString()).isEqualTo("SERVER");
        assertThat(row.get("values").get("cdc.delay.meanMillis").get("median").asDouble())
                .isEqualTo(1.5);
        assertThat(out.toString()).doesNotContain("secret");
    }

    @Test
    void writesFilesOfSweepAndDirectoryPerRun() throws IOException {
        ResultFiles files = ResultFiles.in(directory.resolve("out"));
        SweepResult sweep = sweep(1);
        sweep.steps().forEach(files::write);
        files.write(sweep);
        Path out = directory.resolve("out");
        try (var paths = Files.walk(out)) {
            assertThat(paths.filter(Files::isRegularFile)
                            .map(file -> out.relativize(file).toString()))
                    .containsExactlyInAnyOrder(
                            "sweep.json",
                            "sweep.md",
                            "sweep.csv",
                            "summary.md",
                            "report.html",
                            "step-01/result.json",
                            "step-01/samples.csv",
                            "step-01/histograms.hlog",
                            "step-01/summary.md",
                            "step-01/report.html");
        }
        assertThat(out.resolve("step-01/result.json")).hasContent(Formats.JSON.text(result()));
    }

    @Test
    void doesNotFollowLinkedDirectory() throws IOException {
        Path linkTarget = Files.createDirectory(directory.resolve("elsewhere"));
        ResultFiles files = ResultFiles.in(directory.resolve("out"));
        Files.createSymbolicLink(directory.resolve("out/step-01"), linkTarget);
        assertThatThrownBy(() -> files.write(sweep(1).steps().get(0)))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("step-01 is a link");
        try (var entries = Files.list(linkTarget)) {
            assertThat(entries).isEmpty();
        }
    }

    private static List<String> headings(String axis, Map<String, Spread> extraValues) {
        Map<String, Spread> values = new LinkedHashMap<>(row(1).values());
        values.putAll(extraValues);
        SweepRow row = new SweepRow(
                1,
                1,
                "1",
                Status.DONE,
                null,
                1,
                "LOSSLESS",
                Verdict.Status.LOSSLESS,
                LimitedBy.NONE,
                null,
                List.of(),
                values);
        List<String> lines = text(sweep(axis, 1, List.of(), List.of(row)), Formats.UNLIMITED_WIDTH)
                .lines()
                .toList();
        return List.of(
                line(lines, axis.equals("trxSize") ? "trx size " : axis + " ").split("  +"));
    }

    private static String text(SweepResult sweep, int width) {
        return Formats.text(width).text(sweep);
    }

    private static String line(List<String> lines, String prefix) {
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .orElseThrow();
    }

    static SweepResult sweep(int repeats) {
        List<SweepRow> rows = new ArrayList<>(List.of(row(repeats)));
        rows.add(new SweepRow(2, 32, "32", Status.FAILED, FAILURE, 0, null, null, null, null, List.of(), Map.of()));
        rows.add(new SweepRow(
                3, 64, "64", Status.SKIPPED, "step 2 failed", 0, null, null, null, null, List.of(), Map.of()));
        List<Trial> steps = List.of(
                new Trial(
                        1,
                        1,
                        16,
                        "16",
                        Status.DONE,
                        null,
                        "step-01",
                        true,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        result()),
                new Trial(
                        2,
                        1,
                        32,
                        "32",
                        Status.FAILED,
                        FAILURE,
                        "step-02",
                        true,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        null),
                new Trial(
                        3,
                        1,
                        64,
                        "64",
                        Status.SKIPPED,
                        "step 2 failed",
                        "step-03",
                        null,
                        null,
                        List.of(),
                        List.of(),
                        Map.of(),
                        null));
        return sweep("threads", repeats, steps, rows);
    }

    private static RunResult result() {
        return RunResults.of(10_000, 0, 1, Verdict.Status.LOSSLESS);
    }

    private static SweepRow row(int runs) {
        Map<String, Spread> values = new LinkedHashMap<>();
        values.put("write.queriesPerSecond", spread(1_000));
        values.put("cdc.delay.meanMillis", spread(1.5));
        values.put("cdc.bytesPerSecond", spread(12e6));
        values.put("cdc.eventsPerSecond", spread(5_000));
        values.put("cdc.transactionsPerSecond", spread(1_010));
        values.put("cdc.delay.p50Millis", spread(1.4));
        values.put("cdc.delay.p99Millis", spread(3));
        values.put("cdc.delay.maxMillis", spread(9));
        values.put("eventsPerTransaction", spread(5));
        values.put("bytesPerTransaction", spread(485));
        values.put("tester.cpuSeconds", spread(3));
        return new SweepRow(
                1,
                16,
                "16",
                Status.DONE,
                null,
                runs,
                "LOSSLESS",
                Verdict.Status.LOSSLESS,
                LimitedBy.SERVER,
                1.3,
                List.of(),
                values);
    }

    private static Spread spread(double median) {
        return new Spread(median, 0.9 * median, 1.1 * median);
    }

    private static Spread spreadOfOne(double value) {
        return new Spread(value, value, value);
    }

    private static SweepResult sweep(String axis, int repeats, List<Trial> steps, List<SweepRow> rows) {
        return new SweepResult(
                1,
                SweepResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                axis,
                rows.stream().map(SweepRow::label).toList(),
                repeats,
                List.of(),
                0.6,
                false,
                rows.size() > 1 ? "step 2 failed" : null,
                null,
                List.of(),
                steps,
                rows);
    }
}
