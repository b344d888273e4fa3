// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.report.Results;
import io.github.cdctester.result.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompareCommandTest extends StoredResults {

    @Test
    void overwritesEarlierResultOnRequest() throws IOException {
        write("c/result.json", json);
        Path userFile = write("c/notes.txt", "mine");
        assertThat(CommandResult.of("compare", pathOf("a"), pathOf("b"), "--out", pathOf("c"))
                        .code())
                .isEqualTo(2);
        assertThat(directory.resolve("c/compare.json")).doesNotExist();
        assertThat(CommandResult.of("compare", pathOf("a"), pathOf("b"), "--out", pathOf("c"), "--overwrite")
                        .code())
                .isZero();
        assertThat(directory.resolve("c/compare.json")).exists();
        assertThat(directory.resolve("c/result.json")).doesNotExist();
        assertThat(userFile).hasContent("mine");
    }

    @Test
    void reportShowsSamplesIfComparedRunsExist() throws IOException {
        CommandResult.of("compare", pathOf("a"), pathOf("b"), "--out", pathOf("c"));
        CommandResult report = CommandResult.of("report", pathOf("c"), "--html");
        assertThat(report.err()).isEmpty();
        assertThat(directory.resolve("c/report.html")).content().contains("Second by second", "DT p99 of both runs");

        Files.setLastModifiedTime(
                directory.resolve("a/result.json"), FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(CommandResult.of("report", pathOf("c"), "--html").err())
                .startsWith("cdc-tester: note: the page lacks the seconds of both runs: ")
                .contains("was written after the comparison")
                .hasLineCount(1);
        Files.delete(directory.resolve("b/result.json"));
        Files.delete(directory.resolve("b"));
        CommandResult reportWithoutRuns = CommandResult.of("report", pathOf("c"), "--html");
        assertThat(reportWithoutRuns.code()).isZero();
        assertThat(reportWithoutRuns.err()).hasLineCount(1);
        assertThat(directory.resolve("c/report.html")).content().doesNotContain("Second by second");
    }

    @Test
    void writesComparisonAndShowsItAgain() {
        CommandResult compared = CommandResult.of("compare", pathOf("a"), pathOf("b"), "--out", pathOf("c"));
        assertThat(compared.code()).as(compared.err()).isZero();
        assertThat(compared.out())
                .contains("write.transactions/s")
                .contains("-50.0 %")
                .containsPattern("write.latency.p99 ms .* %  one run each")
                .containsPattern("cdc.delay.p50 ms .* %  one run each");
        CommandResult commandResult = CommandResult.of("report", pathOf("c"));
        assertThat(commandResult.out()).isEqualTo(compared.out());
        Comparison comparison = Results.read(directory.resolve("c/compare.json"), Comparison.class);
        assertThat(comparison.before().name()).isEqualTo(pathOf("a"));
        assertThat(directory.resolve("c/report.html")).content().contains("Second by second", "DT p99 of both runs");
        assertThat(Results.html(comparison)).doesNotContain("Second by second");
        assertThat(CommandResult.of("compare", pathOf("a"), pathOf("b"), "--json")
                        .out())
                .isEqualTo(Results.json(comparison));
    }

    @Test
    void runsOfDirectoryAreRepeats() throws IOException {
        for (int i = 1; i <= 3; i++) {
            write("before/" + i + "/result.json", repeat(json, i));
            write("after/" + i + "/result.json", withHalfRate(repeat(json, i)));
        }
        CommandResult commandResult =
                CommandResult.of("compare", pathOf("before"), pathOf("after"), "--values=tps,EPS");
        assertThat(commandResult.err()).isEmpty();
        assertThat(commandResult.out())
                .contains("before, 3 runs")
                .contains("\ncdc.transactions/s ")
                .contains("\ncdc.events/s ");
        assertThat(commandResult.out()).doesNotContain("latency");
    }

    /** Copies of one run have no noise, so that any change would exceed it. */
    @Test
    void rejectsCopiesOfOneRunAsRepeats() throws IOException {
        write("before/1/result.json", json);
        write("before/2/result.json", repeat(json, 2));
        write("before/3/result.json", json);
        assertRejectedInOneLine(
                "compare before b",
                "A: DIR/before, must be a directory of different results: 3/result.json is a copy of 1/result.json");
        Files.delete(directory.resolve("before/3/result.json"));
        Files.createSymbolicLink(directory.resolve("before/latest"), Path.of("2"));
        CommandResult commandResult = CommandResult.of("compare", pathOf("before"), pathOf("b"));
        assertThat(commandResult.err()).isEmpty();
        assertThat(commandResult.out()).contains("before, 2 runs");
    }

    @Test
    void notesResultsOnBothSides() throws IOException {
        write("before/1/result.json", json);
        write("before/2/result.json", repeat(json, 2));
        write("after/1/result.json", repeat(json, 3));
        write("after/2/result.json", json);
        assertThat(CommandResult.of("compare", pathOf("before"), pathOf("after"))
                        .out())
                .contains("1 result of A is also in B");
        assertThat(CommandResult.of("compare", pathOf("a"), pathOf("a")).out())
                .contains("A and B are the same result")
                .doesNotContain("also in B");
        assertThat(CommandResult.of("compare", pathOf("a"), pathOf("b")).out()).doesNotContain("also in B");
    }

    @ParameterizedTest
    @CsvSource({
        "write.transactionsPerSecond -5%, 3, 1",
        "write.transactionsPerSecond -60%, 0, 0",
        "delay.p99 +10%, 0, 0",
    })
    void exitsWith3IfWorseThanAllowed(String allowance, int code, int brokenCheckCount) throws IOException {
        for (int i = 1; i <= 2; i++) {
            write("before/" + i + "/result.json", repeat(json, i));
            write("after/" + i + "/result.json", withHalfRate(repeat(json, i)));
        }
        CommandResult commandResult =
                CommandResult.of("compare", pathOf("before"), pathOf("after"), "--allow", allowance);
        assertThat(commandResult.code())
                .as(commandResult.out() + commandResult.err())
                .isEqualTo(code);
        assertThat(commandResult.out()).contains("checks     " + (1 - brokenCheckCount) + " of 1 held");
    }

    /** One run on each side does not decide a check, even if both results are equal. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void undecidedCheckExitsWith3AndAdvisesRepeats(String after) {
        CommandResult commandResult =
                CommandResult.of("compare", pathOf("a"), pathOf(after), "--allow", "write.transactionsPerSecond -5%");
        assertThat(commandResult.code()).as(commandResult.err()).isEqualTo(3);
        assertThat(commandResult.out())
                .contains("checks     0 of 1 held\nundecided  write.transactionsPerSecond -5%: ")
                .contains("result     Not decided: 1 of 1 check\n")
                .doesNotContain("worse than allowed");
        String jsonText = CommandResult.of("compare", pathOf("a"), pathOf(after), "--json", "--allow", "delay.p99 +10%")
                .out();
        assertThat(jsonText).contains("\"held\" : false", "\"undecided\" : {", "\"repeats\" : 5");
    }

    @Test
    void worseVerdictExitsWith3() throws IOException {
        write("lost/result.json", json.replace("\"status\" : \"LOSSLESS\"", "\"status\" : \"LOST\""));
        CommandResult commandResult = CommandResult.of("compare", pathOf("a"), pathOf("lost"));
        assertThat(commandResult.code()).as(commandResult.err()).isEqualTo(3);
        assertThat(commandResult.out()).containsPattern("LOSSLESS +LOST.* +worse");
    }

    @ParameterizedTest
    @CsvSource({
        "qps -5%, 3",
        "write.queriesPerSecond -25%, 0",
        "probes.cpu +1%, 0",
    })
    void exitCodeDependsOnChecksOfMatrixCells(String allowance, int code) throws IOException {
        write("fast/matrix.json", Results.json(ComparedMatrix.of(1_000)));
        write("slow/matrix.json", Results.json(ComparedMatrix.of(800)));
        CommandResult commandResult = CommandResult.of("compare", pathOf("fast"), pathOf("slow"), "--allow", allowance);
        assertThat(commandResult.code())
                .as(commandResult.out() + commandResult.err())
                .isEqualTo(code);
        assertThat(commandResult.out())
                .contains("workload, setting, threads")
                .containsPattern("\nwrite.queries/s +read, base, 1 .* -20.0 % .*  worse\n");
        CommandResult.of("compare", pathOf("fast"), pathOf("slow"), "--out", pathOf("compared"));
        assertThat(CommandResult.of("report", pathOf("compared")).out())
                .isEqualTo(CommandResult.of("compare", pathOf("fast"), pathOf("slow"))
                        .out());
    }

    @Test
    void listsPublishedRowsWithoutJudging() {
        CommandResult commandResult =
                CommandResult.of("compare", pathOf("sweep"), "--published=polardb-x/oltp_insert", "--out", pathOf("c"));
        assertThat(commandResult.err()).isEmpty();
        assertThat(commandResult.code()).isZero();
        assertThat(commandResult.out())
                .contains("A: polardb-x/oltp_insert, as published; B:")
                .containsPattern("\nserver +published: PolarDB-X: .*\n +ours: MARIADB 11\\.4\\.5-MariaDB-log\n")
                .containsPattern("\ndata .*\n +ours: tables 1; tableSize 10000\n")
                .containsPattern("\nwrite.queries/s +1 \\(threads 1\\) +50,984\\.7 +\\S+ +0\\.0\\d+\n")
                .containsPattern("\nwrite.queries/s +7 +352,616 +- +-\n")
                .contains("\nresult     Side by side, not judged\n");
        assertThat(CommandResult.of("report", pathOf("c")).out()).isEqualTo(commandResult.out());
        assertThat(CommandResult.of("report", pathOf("c"), "--html").err()).isEmpty();
        assertThat(directory.resolve("c/report.html")).content().contains("What differs");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compare a nowhere          | B: DIR/nowhere, must be a file or a directory that is there",
                "compare empty b            | A: DIR/empty, must be a file such as result.json, a directory that"
                        + " has one, or",
                "compare a sweep            | DIR/sweep: a sweep over threads, must be a run, as DIR/a is",
                "compare a b --allow=tps    | --allow: 'tps' is not a name with a sign and a percentage, such as",
                "compare a b --allow=tsp-5% | the result has no number named tsp",
                "compare a b --values=x.y   | --values: the result has no number named x.y",
                "compare a b --confidence=5 | '5' is not a percentage from 50 and below 100",
                "compare a b --out=         | --out: empty, must be the name of a file or directory",
                "compare a                  | B is missing",
                "compare sweep --published=polardb-x/oltp_inserts | --published: 'polardb-x/oltp_inserts', must be"
                        + " one of: polardb-x/oltp_insert, ",
                "compare a --published=polardb-x/oltp_insert | DIR/a: a run, must be a sweep, whose steps",
                "compare a b --published=polardb-x/tpcc | B: DIR/b, must be left out with --published",
                "compare a --published=polardb-x/tpcc --allow=tps-5% | --allow: given, must be left out with",
            })
    void reportsInvalidUsageInOneLine(String line, String message) throws IOException {
        assertRejectedInOneLine(line, message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"compare a bad", "compare bad a"})
    void reportsIncompleteResultInOneLine(String line) throws IOException {
        assertIncompleteResult(line);
    }
}
