// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResultCopy;
import io.github.cdctester.result.sample.SampleRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the output of stored results. */
class ReportCommandTest extends StoredResults {

    @Test
    void printsStoredRun() {
        for (String path : List.of("a", "a/result.json")) {
            CommandResult commandResult = CommandResult.of("report", pathOf(path));
            assertThat(commandResult.err()).isEmpty();
            assertThat(commandResult.code()).isZero();
            assertThat(commandResult.out()).isEqualTo(Results.table(run)).contains("\nverdict    LOSSLESS");
        }
        assertThat(CommandResult.of("report", pathOf("a"), "--json").out()).isEqualTo(Results.json(run));
    }

    @Test
    void printsStoredSweep() throws IOException {
        assertThat(CommandResult.of("report", pathOf("sweep")).out()).isEqualTo(Results.table(sweep()));
        assertThat(CommandResult.of("report", pathOf("sweep"), "--json").out())
                .isEqualTo(Files.readString(directory.resolve("sweep/sweep.json")));
        assertThat(CommandResult.of("report", pathOf("sweep/sweep.json"), "--markdown")
                        .out())
                .isEqualTo(Files.readString(directory.resolve("sweep/summary.md")));
    }

    @Test
    void rejectsElasticityCsvOfRun() {
        CommandResult commandResult = CommandResult.of("report", pathOf("a"), "--elasticity-csv=pool");
        assertThat(commandResult.code()).isEqualTo(2);
        assertThat(commandResult.err()).contains("must be a plan's result with --elasticity-csv");
        assertThat(directory.resolve("a/elasticity.csv")).doesNotExist();
    }

    @Test
    void writesJUnitXmlInAdditionToElasticityCsv() {
        SampleRow second = run.samples().get(0);
        run = RunResultCopy.of(run)
                .samples(List.of(new SampleRow(
                        second.second(),
                        second.phase(),
                        second.seconds(),
                        second.write(),
                        second.cdc(),
                        second.streams(),
                        second.workloads(),
                        Map.of("pool", 4.0),
                        second.consumers())))
                .build();
        Results.write(plan(), directory.resolve("plan"));
        CommandResult written =
                CommandResult.of("report", pathOf("plan"), "--elasticity-csv=pool", "--junit=" + pathOf("plan.xml"));
        assertThat(written.code()).as(written.err()).isZero();
        assertThat(directory.resolve("plan/elasticity.csv")).exists();
        assertThat(directory.resolve("plan.xml")).content().contains("<testcase name=\"verdict\"");
    }

    @Test
    void rejectsPriceWithElasticityCsv() throws IOException {
        Results.write(plan(), directory.resolve("plan"));
        assertRejectedInOneLine(
                "report plan --elasticity-csv=pool --price=pool=0.35/PCU-hour",
                "--price: pool=0.35/PCU-hour, must be left out with --elasticity-csv");
        assertThat(directory.resolve("plan/elasticity.csv")).doesNotExist();
    }

    private PlanResult plan() {
        return new PlanResult(
                RunResult.SCHEMA_VERSION,
                PlanResult.KIND,
                Instant.EPOCH,
                "elastic.yaml",
                "",
                false,
                null,
                List.of(),
                List.of(),
                List.of(new SeriesSteps("pool", 0, List.of(), List.of())),
                run,
                List.of());
    }

    /** plan.json contains no samples. Without them, each cost would be 0. */
    @Test
    void needsSamplesForPrice() throws IOException {
        Results.write(plan(), directory.resolve("plan"));
        Path runFile = directory.resolve("plan/result.json");

        CommandResult complete = CommandResult.of("report", pathOf("plan"), "--price=pool=0.35/PCU-hour");
        assertThat(complete.code()).as(complete.err()).isZero();
        assertThat(complete.out()).containsPattern("pool +all .*31");

        Files.delete(runFile);
        assertRejectedInOneLine(
                "report plan --price=pool=0.35/PCU-hour",
                "RESULT: DIR/plan, must be a plan's result with the result.json of the same run next to it, for --price");
        Files.writeString(runFile, json.replaceFirst("\"startedAt\" : \"\\d", "\"startedAt\" : \"3"));
        assertRejectedInOneLine("report plan --price=pool=0.35/PCU-hour", "the result.json of the same run");
        assertThat(CommandResult.of("report", pathOf("plan")).code())
                .as("without a price")
                .isZero();
    }

    @Test
    void printsOrWritesSummary() throws IOException {
        CommandResult commandResult = CommandResult.of("report", pathOf("a"), "--markdown");
        assertThat(commandResult.code()).as(commandResult.err()).isZero();
        assertThat(commandResult.out())
                .startsWith("# oltp_insert")
                .contains("\n**✓ Nothing lost, repeated or out of order** LOSSLESS");
        CommandResult written = CommandResult.of("report", pathOf("a"), "--markdown", pathOf("new/pull-request.md"));
        assertThat(written.code()).as(written.err()).isZero();
        assertThat(written.out()).isEmpty();
        assertThat(directory.resolve("new/pull-request.md")).hasContent(commandResult.out());
    }

    @Test
    void writesJUnitXmlInAdditionToOutput() throws IOException {
        CommandResult commandResult = CommandResult.of("report", pathOf("a"), "--junit=" + pathOf("a.xml"));
        assertThat(commandResult.out()).as(commandResult.err()).isEqualTo(Results.table(run));
        assertThat(directory.resolve("a.xml")).content().contains("<testcase name=\"verdict\"", "failures=\"0\"");
        CommandResult compared = CommandResult.of(
                "compare",
                pathOf("a"),
                pathOf("b"),
                "--allow=write.transactionsPerSecond -5%",
                "--junit=" + pathOf("b.xml"));
        assertThat(compared.code()).as(compared.err()).isEqualTo(3);
        assertThat(directory.resolve("b.xml"))
                .content()
                .contains("<testcase name=\"write.transactionsPerSecond -5%\"", "failures=\"1\"");
    }

    @Test
    void failedCommandIsErrorInJUnitXml() throws IOException {
        write("bad/result.json", "{}");
        CommandResult commandResult = CommandResult.of("report", pathOf("bad"), "--junit=" + pathOf("bad.xml"));
        assertThat(commandResult.code()).as(commandResult.err()).isEqualTo(1);
        assertThat(directory.resolve("bad.xml"))
                .content()
                .contains("errors=\"1\"", "<error message=\"" + pathOf("bad/result.json") + " has no schemaVersion");
        CommandResult invalidTarget = CommandResult.of("report", pathOf("a"), "--junit=" + pathOf("a"));
        assertThat(invalidTarget.code()).isEqualTo(1);
        assertThat(invalidTarget.err())
                .startsWith("cdc-tester: " + pathOf("a") + " cannot be written: it is a directory");
    }

    @ParameterizedTest
    @CsvSource({"--html=, <!DOCTYPE html>", "--markdown=, '## '", "--junit=, <testsuites"})
    void keepsPipesAndLinks(String option, String start) throws Exception {
        Path target = write("target", "older");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);
        CommandResult linked = CommandResult.of("report", pathOf("a"), option + link);
        assertThat(linked.code()).as(linked.err()).isZero();
        assertThat(link).isSymbolicLink();
        assertThat(target).content().contains(start);

        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<byte[]> reader = CompletableFuture.supplyAsync(() -> content(pipe));
        CommandResult piped = CommandResult.of("report", pathOf("a"), option + pipe);
        assertThat(piped.code()).as(piped.err()).isZero();
        assertThat(piped.out()).doesNotContain(pipe.toString());
        assertThat(new String(reader.get(30, TimeUnit.SECONDS), StandardCharsets.UTF_8))
                .contains(start);
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void printsSamplesOfKilledPlan() throws IOException {
        Path directoryOfKilledPlan = Files.createDirectory(directory.resolve("killed"));
        try (TimelineFile timeline = TimelineFile.create(directoryOfKilledPlan, "elastic.yaml", "");
                SampleFile samples = SampleFile.create(directoryOfKilledPlan, run.plan(), Map.of())) {
            timeline.writePhaseStart("load");
            run.samples().forEach(samples::append);
        }
        Path file = directoryOfKilledPlan.resolve("samples.jsonl");
        byte[] completeFile = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(completeFile, completeFile.length - 9));
        for (String path : List.of("killed", "killed/samples.jsonl")) {
            CommandResult commandResult = CommandResult.of("report", pathOf(path));
            assertThat(commandResult.code()).as(commandResult.err()).isZero();
            assertThat(commandResult.err()).isEmpty();
            assertThat(commandResult.out())
                    .startsWith("oltp_insert, 1 thread, open loop at 100/s\nelastic.yaml · not finished · ")
                    .contains("\nverdict    none", "\nmeasured   up to second 30, ", "\nresult     Not finished")
                    .containsPattern("\nload .*under way\n");
        }
        assertThat(CommandResult.of("report", pathOf("killed"), "--json").out())
                .contains("\"kind\" : \"unfinished\"", "\"lastSecond\" : 30");
        assertThat(CommandResult.of("report", pathOf("killed"), "--markdown").code())
                .isEqualTo(2);
        Files.writeString(file, "garbage\n");
        CommandResult garbage = CommandResult.of("report", pathOf("killed"));
        assertThat(garbage.code()).isEqualTo(1);
        assertThat(garbage.err())
                .startsWith("cdc-tester: " + file + " is not a samples.jsonl: ")
                .hasLineCount(1);
    }

    @Test
    void writesPageNextToResultOrToGivenFile() throws IOException {
        for (String result : List.of("a", "sweep")) {
            CommandResult commandResult = CommandResult.of("report", pathOf(result), "--html");
            assertThat(commandResult.err()).isEmpty();
            assertThat(commandResult.out()).isEqualTo(directory.resolve(result + "/report.html") + "\n");
            assertThat(directory.resolve(result + "/report.html")).content().startsWith("<!DOCTYPE html>");
        }
        assertThat(directory.resolve("a/report.html")).hasContent(Results.html(run));
        assertThat(CommandResult.of("report", pathOf("a"), "--html=" + pathOf("new/page.html"))
                        .code())
                .isZero();
        assertThat(CommandResult.of("report", pathOf("a"), "--html=" + pathOf("b"))
                        .code())
                .isZero();
        for (String page : List.of("new/page.html", "b/report.html")) {
            assertThat(directory.resolve(page)).hasSameTextualContentAs(directory.resolve("a/report.html"));
        }
        assertThat(CommandResult.of("report", pathOf("a"), "--html", "--json").code())
                .isEqualTo(2);
        CommandResult invalidTarget =
                CommandResult.of("report", pathOf("a"), "--html=" + pathOf("a/result.json/page.html"));
        assertThat(invalidTarget.code()).isEqualTo(1);
        assertThat(invalidTarget.err().lines())
                .singleElement()
                .asString()
                .contains("--html " + pathOf("a/result.json"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "report nowhere             | RESULT: DIR/nowhere, must be a file or a directory that is there",
                "report empty               | RESULT: DIR/empty, must be a file such as result.json, or a"
                        + " directory",
                "report --markdown a        | RESULT is missing",
                "report a --json --markdown | --json, --markdown are mutually exclusive",
            })
    void reportsInvalidUsageInOneLine(String line, String message) throws IOException {
        assertRejectedInOneLine(line, message);
    }

    @Test
    void reportsIncompleteResultInOneLine() throws IOException {
        assertIncompleteResult("report bad");
    }
}
