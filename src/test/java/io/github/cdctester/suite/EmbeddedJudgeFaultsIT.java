// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ConsumerJvm;
import io.github.cdctester.suite.process.LosingConsumer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the verdict of the command {@code judge} on a consumer that loses, repeats, tears or garbles lines. */
@Timeout(120)
final class EmbeddedJudgeFaultsIT extends JudgeCommandRuns {

    /** Applies a fault to every hundredth line. */
    private static UnaryOperator<String> everyHundredth(UnaryOperator<String> fault) {
        AtomicInteger lines = new AtomicInteger();
        return line -> lines.incrementAndGet() % 100 == 0 ? fault.apply(line) : line;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void detectsTornTransactions(boolean assumesEnd, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        String endOption = assumesEnd ? "--assume-ended" : "--consumer-name=mine";
        Path out = directory.resolve("out");
        try (ConnectorConsumer consumer = consumer(Identity.ROW, file, everyHundredth(line -> ""));
                CliCall cli =
                        judge("--from-file=" + file, "--stamp=on", "--drain-timeout=5", "--out=" + out, endOption)) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli.out()))
                    .contains("\"identity\" : \"ROW\"", "\"status\" : \"" + (assumesEnd ? "LOST" : "BEHIND") + "\"")
                    .containsPattern("\"torn\" : [1-9]")
                    .containsPattern(assumesEnd ? "\"missing\" : [1-9]" : "\"notSeen\" : [1-9]");
            assertThat(out.resolve("result.json")).exists();
            assertThat(Files.exists(out.resolve("lost.csv"))).isEqualTo(assumesEnd);
            if (assumesEnd) {
                assertThat(Files.readString(out.resolve("lost.csv")))
                        .startsWith("lost_by,transaction\nconsumer consumer,")
                        .containsPattern("cdc_seq \\d+ \\(sbtest\\d+ \\d+, second \\d+\\)");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void atLeastOnceAcceptsRepetitions(boolean mayRepeat, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, everyHundredth(line -> line + line));
                CliCall cli = judge("--from-file=" + file, mayRepeat ? "--at-least-once" : "--consumer-name=mine")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(mayRepeat ? 0 : 3);
            assertThat(consumersJson(cli.out()))
                    .contains("\"status\" : \"DUPLICATED\"", "\"delivery\" : \"AT_LEAST_ONCE\"");
        }
    }

    @Test
    void reportsConsumerThatNeverReports(@TempDir Path directory) {
        try (CliProcess cli = startJudge(directory, "--from-stdin")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.err()).contains("cdc-tester: standard input ended before the run did");
            assertThat(consumersJson(cli.out())).contains("\"status\" : \"LOST\"");
        }
    }

    @Test
    void failsIfNoLineMatches(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        UnaryOperator<String> changeServerId = line -> line.replaceAll("\\b(\\d+)-\\d+-(\\d+)\\b", "$1-4711-$2");
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, changeServerId);
                CliCall cli = judge("--from-file=" + file, "--drain-timeout=5")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli.out()))
                    .contains("\"status\" : \"NOT_CHECKED\"", "none of its reports names a transaction of this run")
                    .containsPattern("\"stray\" : [1-9]");
        }
    }

    @Test
    void atLeastOnceDoesNotAcceptLosses(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        AtomicInteger lines = new AtomicInteger();
        // the warm-up has about 290 lines, the window 400; the first window lines may precede the last warm-up lines
        UnaryOperator<String> silentAfterRepeating = line -> {
            int number = lines.incrementAndGet();
            return number < 450 ? line : number < 460 ? line + line : "";
        };
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, silentAfterRepeating);
                CliCall cli = judge("--from-file=" + file, "--at-least-once", "--drain-timeout=5")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli.out())).contains("\"status\" : \"DUPLICATED\"", "\"delivery\" : \"UNKNOWN\"");
        }
    }

    @Test
    void isNotCheckedIfNoLineIsReadable(@TempDir Path directory) {
        List<List<String>> printCommand = List.of(List.of("printf", "hello\\nworld\\n"));
        try (CliProcess cli =
                CommandLines.startPiped(printCommand, directory, server, judgeArguments("--from-stdin"))) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli.out())).contains("\"status\" : \"NOT_CHECKED\"", "\"unreadable\" : 2");
            assertThat(remarks(cli.errLines()).get(1)).startsWith("cdc-tester: 2 of 2 lines could not be read");
        }
    }

    @Test
    void countsMissingTransactionsAsLostIfConsumerStops(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        List<String> headCommand = List.of("head", "-n", "300");
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, line -> line);
                CliProcess cli = CommandLines.startPiped(
                        List.of(tailCommand(file), headCommand), directory, server, judgeArguments("--from-stdin"))) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli.out()))
                    .contains("\"status\" : \"LOST\"")
                    .containsPattern("\"missing\" : [1-9]");
            List<String> remarks = remarks(cli.errLines());
            assertThat(remarks).hasSizeGreaterThan(1);
            assertThat(remarks.get(1)).contains("standard input ended before the run did");
            // on a busy machine, a remark about a late first line follows
            assertThat(remarks.subList(2, remarks.size()))
                    .allMatch(line -> line.contains("showed its first transaction in second"));
        }
    }

    /** Each trial starts its own consumer process. */
    @Nightly
    @Test
    void shrinksToFewestSteps(@TempDir Path directory) throws IOException {
        String consumer = ConsumerJvm.quoted(" ", LosingConsumer.class, "-Xmx64m") + " '' 'ADD INDEX'";
        String[] line = {
            "judge",
            "--shrink",
            "--from-command=" + consumer,
            "--format=gtid",
            "--workload=storm",
            "--rand-seed=7",
            "--storm-steps=60",
            "--storm-kinds=index,view",
            "--drain-timeout=1",
            "--json",
            "--out=" + directory.resolve("out")
        };
        try (CliCall cli = CommandLines.call(server, line)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out())
                    .containsPattern(
                            "\"1 step of 60 makes consumer fail, as \\d+ trials show: \\d+ index of storm_\\d+\"");
            assertThat(Files.readString(directory.resolve("out/storm-steps.sql")))
                    .containsOnlyOnce("-- step ")
                    .contains(" ADD INDEX ");
        }
        assertThat(server.queryRows("SHOW TABLES LIKE 'storm%'")).isEmpty();
    }

    @Test
    void reportsUnreadableLinesInOneLine(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        UnaryOperator<String> warningInserter = everyHundredth(line -> "WARN slow, \u001b[31mred\n" + line);
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, warningInserter);
                CliCall cli = judge("--from-file=" + file)) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(remarks(cli.errLines())).hasSize(2);
            assertThat(remarks(cli.errLines()).get(1))
                    .contains("lines could not be read", "neither a GTID nor FILE:POSITION", "WARN slow, ")
                    .doesNotContain("\u001b");
        }
    }
}
