// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SweepResult;
import io.github.cdctester.result.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that measure nothing, on a result of 31 seconds that was written once. */
class CompareAndReportTest {

    private static final Pattern RATE = Pattern.compile("(\"write\" : \\{\\s+\"transactionsPerSecond\" : )([0-9.]+)");

    @TempDir
    private Path directory;

    private String json;
    private RunResult run;

    @BeforeEach
    void writeTheResult() throws IOException {
        try (InputStream stored = CompareAndReportTest.class.getResourceAsStream("result.json")) {
            json = new String(stored.readAllBytes(), StandardCharsets.UTF_8);
        }
        run = Results.read(write("a/result.json", json));
        write("b/result.json", slower(json));
        SweepResult sweep = sweep();
        Results.write(sweep, directory.resolve("sweep"));
    }

    @Test
    void aRunIsShownAsAtItsEnd() {
        for (String path : List.of("a", "a/result.json")) {
            Ended shown = Ended.of("report", at(path));
            assertThat(shown.err()).isEmpty();
            assertThat(shown.code()).isZero();
            assertThat(shown.out()).isEqualTo(Results.table(run)).contains("\nverdict    LOSSLESS");
        }
        assertThat(Ended.of("report", at("a"), "--json").out()).isEqualTo(Results.json(run));
    }

    @Test
    void aSweepIsShownAsAtItsEnd() throws IOException {
        assertThat(Ended.of("report", at("sweep")).out()).isEqualTo(Results.table(sweep()));
        assertThat(Ended.of("report", at("sweep"), "--json").out())
                .isEqualTo(Files.readString(directory.resolve("sweep/sweep.json")));
        assertThat(Ended.of("report", at("sweep/sweep.json"), "--markdown").out())
                .isEqualTo(Files.readString(directory.resolve("sweep/summary.md")));
    }

    @Test
    void onlyAPlanHasAnElasticityCsv() {
        Ended shown = Ended.of("report", at("a"), "--elasticity-csv=pool");
        assertThat(shown.code()).isEqualTo(2);
        assertThat(shown.err()).contains("must be a plan's result where --elasticity-csv is given");
        assertThat(directory.resolve("a/elasticity.csv")).doesNotExist();
    }

    @Test
    void aSummaryIsShownOrWritten() throws IOException {
        Ended shown = Ended.of("report", at("a"), "--markdown");
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(shown.out())
                .startsWith("# oltp_insert")
                .contains("\n**✓ Nothing lost, repeated or out of order** LOSSLESS");
        Ended written = Ended.of("report", at("a"), "--markdown", at("new/pull-request.md"));
        assertThat(written.code()).as(written.err()).isZero();
        assertThat(written.out()).isEmpty();
        assertThat(directory.resolve("new/pull-request.md")).hasContent(shown.out());
    }

    @Test
    void testsForCiAreWrittenBesideWhatIsShown() throws IOException {
        Ended shown = Ended.of("report", at("a"), "--junit=" + at("a.xml"));
        assertThat(shown.out()).as(shown.err()).isEqualTo(Results.table(run));
        assertThat(directory.resolve("a.xml")).content().contains("<testcase name=\"verdict\"", "failures=\"0\"");
        Ended compared = Ended.of(
                "compare", at("a"), at("b"), "--allow=write.transactionsPerSecond -5%", "--junit=" + at("b.xml"));
        assertThat(compared.code()).as(compared.err()).isEqualTo(3);
        assertThat(directory.resolve("b.xml"))
                .content()
                .contains("<testcase name=\"write.transactionsPerSecond -5%\"", "failures=\"1\"");
    }

    @Test
    void aCommandThatFailsIsAnErrorForCi() throws IOException {
        write("bad/result.json", "{}");
        Ended shown = Ended.of("report", at("bad"), "--junit=" + at("bad.xml"));
        assertThat(shown.code()).as(shown.err()).isEqualTo(1);
        assertThat(directory.resolve("bad.xml"))
                .content()
                .contains("errors=\"1\"", "<error message=\"" + at("bad/result.json") + " has no schemaVersion");
        Ended nowhere = Ended.of("report", at("a"), "--junit=" + at("a"));
        assertThat(nowhere.code()).isEqualTo(1);
        assertThat(nowhere.err()).startsWith("cdc-tester: " + at("a") + " cannot be written: it is a directory");
    }

    @Test
    void aPlanThatWasKilledIsShownAsFarAsItCame() throws IOException {
        Path killed = Files.createDirectory(directory.resolve("killed"));
        try (TimelineFile course = TimelineFile.create(killed, "elastic.yaml", "");
                SampleFile samples = SampleFile.create(killed, run.plan())) {
            course.begins("load");
            run.samples().forEach(samples::append);
        }
        Path file = killed.resolve("samples.jsonl");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 9));
        for (String path : List.of("killed", "killed/samples.jsonl")) {
            Ended shown = Ended.of("report", at(path));
            assertThat(shown.code()).as(shown.err()).isZero();
            assertThat(shown.err()).isEmpty();
            assertThat(shown.out())
                    .startsWith("oltp_insert, 1 thread, open loop at 100/s\nelastic.yaml · not finished · ")
                    .contains("\nverdict    none", "\nmeasured   up to second 30, ", "\nresult     Not finished")
                    .containsPattern("\nload .*under way\n");
        }
        assertThat(Ended.of("report", at("killed"), "--json").out())
                .contains("\"kind\" : \"unfinished\"", "\"lastSecond\" : 30");
        assertThat(Ended.of("report", at("killed"), "--markdown").code()).isEqualTo(2);
        Files.writeString(file, "garbage\n");
        Ended garbage = Ended.of("report", at("killed"));
        assertThat(garbage.code()).isEqualTo(1);
        assertThat(garbage.err())
                .startsWith("cdc-tester: " + file + " is no samples.jsonl: ")
                .hasLineCount(1);
    }

    @Test
    void aComparisonTakesThePlaceOfAnEarlierResultWhereThatIsAskedFor() throws IOException {
        write("c/result.json", json);
        Path foreign = write("c/notes.txt", "mine");
        assertThat(Ended.of("compare", at("a"), at("b"), "--out", at("c")).code())
                .isEqualTo(2);
        assertThat(directory.resolve("c/compare.json")).doesNotExist();
        assertThat(Ended.of("compare", at("a"), at("b"), "--out", at("c"), "--overwrite")
                        .code())
                .isZero();
        assertThat(directory.resolve("c/compare.json")).exists();
        assertThat(directory.resolve("c/result.json")).doesNotExist();
        assertThat(foreign).hasContent("mine");
    }

    @Test
    void aStoredComparisonHasBothRunsWhereTheyAreStillThere() throws IOException {
        Ended.of("compare", at("a"), at("b"), "--out", at("c"));
        Ended again = Ended.of("report", at("c"), "--html");
        assertThat(again.err()).isEmpty();
        assertThat(directory.resolve("c/report.html")).content().contains("Second by second", "DT p99 of both runs");

        Files.setLastModifiedTime(
                directory.resolve("a/result.json"), FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(Ended.of("report", at("c"), "--html").err())
                .startsWith("cdc-tester: note: the page lacks the seconds of both runs: ")
                .contains("was written after the comparison")
                .hasLineCount(1);
        Files.delete(directory.resolve("b/result.json"));
        Files.delete(directory.resolve("b"));
        Ended gone = Ended.of("report", at("c"), "--html");
        assertThat(gone.code()).isZero();
        assertThat(gone.err()).hasLineCount(1);
        assertThat(directory.resolve("c/report.html")).content().doesNotContain("Second by second");
    }

    @Test
    void aComparisonIsWrittenAndShownAgain() {
        Ended compared = Ended.of("compare", at("a"), at("b"), "--out", at("c"));
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out())
                .contains("write.transactions/s")
                .contains("-50.0 %")
                .contains("one run each")
                .containsPattern("write.latency.p99 ms .* \\(-\\S+ to \\+\\S+\\)  one run each")
                .containsPattern("cdc.delay.p50 ms .* \\(-\\S+ to \\+\\S+\\)  one run each");
        Ended shown = Ended.of("report", at("c"));
        assertThat(shown.out()).isEqualTo(compared.out());
        Comparison comparison = Results.readComparison(directory.resolve("c/compare.json"));
        assertThat(comparison.before().name()).isEqualTo(at("a"));
        assertThat(directory.resolve("c/report.html")).content().contains("Second by second", "DT p99 of both runs");
        assertThat(Results.html(comparison)).doesNotContain("Second by second");
        assertThat(Ended.of("compare", at("a"), at("b"), "--json").out()).isEqualTo(Results.json(comparison));
    }

    @Test
    void aStoredResultIsDrawnBesideItOrWhereItIsWanted() throws IOException {
        for (String result : List.of("a", "sweep")) {
            Ended shown = Ended.of("report", at(result), "--html");
            assertThat(shown.err()).isEmpty();
            assertThat(shown.out()).isEqualTo(directory.resolve(result + "/report.html") + "\n");
            assertThat(directory.resolve(result + "/report.html")).content().startsWith("<!DOCTYPE html>");
        }
        assertThat(directory.resolve("a/report.html")).hasContent(Results.html(run));
        assertThat(Ended.of("report", at("a"), "--html=" + at("new/page.html")).code())
                .isZero();
        assertThat(Ended.of("report", at("a"), "--html=" + at("b")).code()).isZero();
        for (String page : List.of("new/page.html", "b/report.html")) {
            assertThat(directory.resolve(page)).hasSameTextualContentAs(directory.resolve("a/report.html"));
        }
        assertThat(Ended.of("report", at("a"), "--html", "--json").code()).isEqualTo(2);
        Ended nowhere = Ended.of("report", at("a"), "--html=" + at("a/result.json/page.html"));
        assertThat(nowhere.code()).isEqualTo(1);
        assertThat(nowhere.err().lines()).singleElement().asString().contains("--html " + at("a/result.json"));
    }

    @Test
    void directoriesOfRunsAreRepeats() throws IOException {
        for (int i = 1; i <= 3; i++) {
            write("before/" + i + "/result.json", json);
            write("after/" + i + "/result.json", slower(json));
        }
        Ended shown = Ended.of("compare", at("before"), at("after"), "--values=tps,EPS");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out())
                .contains("before, 3 runs")
                .contains("\ncdc.transactions/s ")
                .contains("\ncdc.events/s ");
        assertThat(shown.out()).doesNotContain("latency");
    }

    @ParameterizedTest
    @CsvSource({
        "write.transactionsPerSecond -5%, 3",
        "write.transactionsPerSecond -60%, 0",
        "delay.p99 +10%, 0",
    })
    void whatIsWorseThanAllowedEndsWithThree(String allowed, int code) {
        Ended shown = Ended.of("compare", at("a"), at("b"), "--allow", allowed);
        assertThat(shown.code()).as(shown.out() + shown.err()).isEqualTo(code);
        assertThat(shown.out()).contains("checks     " + (code == 0 ? "1" : "0") + " of 1 held");
    }

    @Test
    void aVerdictThatGotWorseEndsWithThree() throws IOException {
        write("lost/result.json", json.replace("\"status\" : \"LOSSLESS\"", "\"status\" : \"LOST\""));
        Ended shown = Ended.of("compare", at("a"), at("lost"));
        assertThat(shown.code()).as(shown.err()).isEqualTo(3);
        assertThat(shown.out()).containsPattern("LOSSLESS +LOST.* +worse");
    }

    @ParameterizedTest
    @CsvSource({
        "qps -5%, 3",
        "write.queriesPerSecond -25%, 0",
        "probes.cpu +1%, 0",
    })
    void aMatrixThatIsSlowerInOneCombinationEndsWithThree(String allowed, int code) throws IOException {
        write("fast/matrix.json", Results.json(ComparedMatrix.of(1_000)));
        write("slow/matrix.json", Results.json(ComparedMatrix.of(800)));
        Ended shown = Ended.of("compare", at("fast"), at("slow"), "--allow", allowed);
        assertThat(shown.code()).as(shown.out() + shown.err()).isEqualTo(code);
        assertThat(shown.out())
                .contains("workload, setting, threads")
                .containsPattern("\nwrite.queries/s +read, base, 1 .* -20.0 % .*  worse\n");
        Ended.of("compare", at("fast"), at("slow"), "--out", at("compared"));
        assertThat(Ended.of("report", at("compared")).out())
                .isEqualTo(Ended.of("compare", at("fast"), at("slow")).out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compare a nowhere          | B: DIR/nowhere, must be a file or a directory that is there",
                "compare empty b            | A: DIR/empty, must be a file such as result.json, a directory that"
                        + " has one, or",
                "compare a sweep            | DIR/sweep: a sweep over threads, must be a run as DIR/a is, to be"
                        + " compared",
                "compare a b --allow=tps    | --allow: 'tps', must be a change that is still allowed, such as",
                "compare a b --allow=tsp-5% | the result has no number named tsp",
                "compare a b --values=x.y   | --values: 'x.y', must be the name of a value: the result has no"
                        + " number",
                "compare a b --confidence=5 | '5' is not a percentage from 50 and below 100",
                "compare a b --out=         | --out: empty, must be the name of a file or directory",
                "compare a                  | Missing required parameter: 'B'",
                "report nowhere             | RESULT: DIR/nowhere, must be a file or a directory that is there",
                "report empty               | RESULT: DIR/empty, must be a file such as result.json, or a"
                        + " directory",
                "report --markdown a        | Missing required parameter: 'RESULT'",
                "report a --json --markdown | --json, --markdown are mutually exclusive",
            })
    void wrongUsageIsOneLine(String line, String message) throws IOException {
        Files.createDirectories(directory.resolve("empty"));
        String[] arguments = arguments(line);
        Ended shown = Ended.of(arguments);
        assertThat(shown.code()).as(shown.err()).isEqualTo(2);
        assertThat(shown.out()).isEmpty();
        assertThat(shown.err().lines()).as(shown.err()).hasSize(2);
        assertThat(shown.err()).startsWith("cdc-tester: ").contains(message.replace("DIR", directory.toString()));
        assertThat(shown.err()).contains("\ntry 'cdc-tester " + arguments[0] + " --help'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"report bad", "compare a bad", "compare bad a"})
    void aFileThatIsNoWholeResultIsOneLine(String line) throws IOException {
        for (Map.Entry<String, String> bad : Map.of(
                        "not json",
                        "is no whole JSON (line 1",
                        "{}",
                        "has no schemaVersion, so it is no result",
                        json.substring(0, json.length() / 2),
                        "is no whole JSON (line ",
                        json.replaceFirst("\"schemaVersion\" : 1", "\"schemaVersion\" : 2"),
                        "has schemaVersion 2",
                        "{\"schemaVersion\": 1}",
                        "has no tool, so it is no whole result")
                .entrySet()) {
            write("bad/result.json", bad.getKey());
            Ended shown = Ended.of(arguments(line));
            assertThat(shown.code()).as(shown.err()).isEqualTo(1);
            assertThat(shown.err().lines()).as(shown.err()).hasSize(1);
            assertThat(shown.err())
                    .startsWith("cdc-tester: " + at("bad/result.json"))
                    .contains(bad.getValue());
        }
    }

    private String[] arguments(String line) {
        String[] words = line.split(" ");
        for (int i = 1; i < words.length; i++) {
            words[i] = words[i].startsWith("--") ? words[i] : at(words[i]);
        }
        return words;
    }

    /** Half of the transactions. */
    private static String slower(String json) {
        return RATE.matcher(json).replaceFirst(found -> found.group(1) + Double.parseDouble(found.group(2)) / 2);
    }

    private SweepResult sweep() {
        return new SweepResult(
                RunResult.SCHEMA_VERSION,
                SweepResult.KIND,
                Instant.EPOCH,
                "oltp_insert",
                null,
                "threads",
                List.of("1"),
                1,
                List.of(),
                null,
                false,
                null,
                null,
                List.of(),
                List.of(new SweepResult.StepResult(
                        1, 1, 1, "1", SweepResult.StepResult.Status.DONE, null, "step-01", true, null, run)),
                List.of(new SweepResult.SweepRow(
                        1,
                        1,
                        "1",
                        SweepResult.StepResult.Status.DONE,
                        null,
                        1,
                        "LOSSLESS",
                        Verdict.Status.LOSSLESS,
                        null,
                        null,
                        List.of(),
                        Map.of("write.queriesPerSecond", new SweepResult.Spread(1, 1, 1)))));
    }

    private String at(String name) {
        return directory.resolve(name).toString();
    }

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
