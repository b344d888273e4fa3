// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ConsumerJvm;
import io.github.cdctester.suite.process.LosingConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the command {@code judge} with a consumer that prints lines, for each input option. */
@Timeout(120)
final class EmbeddedJudgeCommandIT extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern LISTEN_ADDRESS = Pattern.compile("from (http://127\\.0\\.0\\.1:\\d+/); ");

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    private CliCall judge(String... options) {
        return CommandLines.call(server, judgeArguments(options));
    }

    /** Starts the command in a separate process and does not wait for its end. */
    private CliProcess startJudge(Path directory, String... options) {
        return CommandLines.start(directory, server, judgeArguments(options));
    }

    private static String[] judgeArguments(String... options) {
        List<String> line = new ArrayList<>(List.of("judge"));
        line.addAll(List.of(options));
        line.addAll(
                List.of("--workload=oltp_write_only", "--tables=2", "--table-size=200", "--threads=2", "--rate=200"));
        line.addAll(List.of("--prepare", "--cleanup", "--warmup-time=1", "--time=2", "--json"));
        if (line.stream().noneMatch(option -> option.startsWith("--drain-timeout"))) {
            line.add("--drain-timeout=60");
        }
        return line.toArray(String[]::new);
    }

    private ConnectorConsumer consumer(Identity identity, Path file, UnaryOperator<String> transformation)
            throws IOException {
        Files.writeString(file, "");
        return ReportPrinter.follow(
                server,
                identity,
                line -> Files.writeString(file, transformation.apply(line + "\n"), StandardOpenOption.APPEND));
    }

    /** Applies a fault to every hundredth line. */
    private static UnaryOperator<String> everyHundredth(UnaryOperator<String> fault) {
        AtomicInteger lines = new AtomicInteger();
        return line -> lines.incrementAndGet() % 100 == 0 ? fault.apply(line) : line;
    }

    @Test
    void identifiesRowsByStamps(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(Identity.ROW, file, line -> line);
                CliCall cli = judge("--from-file=" + file, "--stamp=on")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumersJson(cli.out())).contains("\"identity\" : \"ROW\"", "\"delivery\" : \"EXACTLY_ONCE\"");
            assertThat(remarks(cli.errLines()))
                    .singleElement()
                    .asString()
                    .contains(" from " + file, " can follow the log of");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Identity.class,
            names = {"GTID", "POSITION"})
    void identifiesTransactionsByGtidOrPosition(Identity identity, @TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(identity, file, line -> line);
                CliCall cli = judge("--from-file=" + file)) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumersJson(cli.out()))
                    .contains("\"identity\" : \"" + identity + "\"", "\"delivery\" : \"EXACTLY_ONCE\"");
            assertThat(remarks(cli.errLines())).hasSize(1);
        }
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
    void readsLinesFromHttp(@TempDir Path directory) throws IOException {
        HttpClient http = HttpClient.newHttpClient();
        // the consumer starts before the command; its first post waits until the command has printed its address
        CompletableFuture<URI> address = new CompletableFuture<URI>().orTimeout(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        ReportPrinter.Sink sink = line -> {
            HttpRequest post = HttpRequest.newBuilder(address.join())
                    .POST(BodyPublishers.ofString(line))
                    .build();
            try {
                http.send(post, BodyHandlers.discarding());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        };
        try (ConnectorConsumer consumer = ReportPrinter.follow(server, Identity.GTID, sink);
                CliProcess cli = startJudge(directory, "--from-http=0")) {
            assertThat(consumer).isNotNull();
            address.complete(
                    URI.create(Eventually.assertThat(TIMEOUT, () -> listenAddress(cli), found -> !found.isEmpty())));
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumersJson(cli.out())).contains("\"delivery\" : \"EXACTLY_ONCE\"");
        }
    }

    /** Returns the address on which the command listens, or an empty string if the command has not printed it yet. */
    private static String listenAddress(CliProcess cli) {
        return LISTEN_ADDRESS
                .matcher(cli.err())
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElse("");
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

    /** The consumer is a separate process that writes to the command's standard input. */
    @Test
    void readsPipeDuringWholeRun(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(Identity.ROW, file, line -> line);
                CliProcess cli = CommandLines.startPiped(
                        List.of(tailCommand(file)), directory, server, judgeArguments("--from-stdin", "--stamp=on"))) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumersJson(cli.out())).contains("\"identity\" : \"ROW\"", "\"delivery\" : \"EXACTLY_ONCE\"");
            assertThat(remarks(cli.errLines())).singleElement().asString().contains("from standard input");
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

    @Test
    void readsNamedPipeToItsEnd(@TempDir Path directory) throws IOException, InterruptedException {
        Path file = directory.resolve("lines.txt");
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        List<String> writerCommand = List.of("sh", "-c", "exec tail -n +1 -f '" + file + "' > '" + pipe + "'");
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, line -> line);
                CliProcess cli = startJudge(directory, "--from-file=" + pipe)) {
            Process writer = new ProcessBuilder(writerCommand).start();
            try {
                assertThat(consumer).isNotNull();
                assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
                assertThat(consumersJson(cli.out()))
                        .contains("\"identity\" : \"GTID\"", "\"delivery\" : \"EXACTLY_ONCE\"");
                assertThat(remarks(cli.errLines())).hasSize(1);
            } finally {
                writer.destroyForcibly();
            }
        }
    }

    /** The fault cuts only the tester's stream, not the consumer's connection. */
    @Test
    void resultListsInjectedFaults(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, line -> line);
                CliCall cli = judge("--from-file=" + file, "--inject=at 1s: cut 500ms")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out()).contains("\"inject\" : \"at 1s: cut 0.5s\"", "\"fault\" : \"cut 0.5s\"");
            assertThat(consumersJson(cli.out())).contains("\"delivery\" : \"EXACTLY_ONCE\"");
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

    private static List<String> tailCommand(Path file) {
        return List.of("tail", "-n", "+1", "-f", file.toString());
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

    @Test
    void judgesTrafficOfOtherClient(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(Identity.GTID, file, line -> line);
                CliProcess cli = CommandLines.start(
                        directory,
                        server,
                        "judge",
                        "--from-file=" + file,
                        "--no-load",
                        "--warmup-time=0",
                        "--time=0",
                        "--json")) {
            assertThat(consumer).isNotNull();
            Eventually.assertThat(TIMEOUT, cli::err, text -> text.contains("# measuring"));
            try (CliProcess writer = CommandLines.start(
                    directory, server, "run", "--tables=1", "--table-size=10", "--prepare", "--cleanup", "--time=1")) {
                assertThat(writer.exitCode()).as(writer.err()).isZero();
            }
            cli.interrupt();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumersJson(cli.out())).contains("\"identity\" : \"GTID\"");
        }
    }

    /** Returns the consumers in the JSON result. */
    private static String consumersJson(String json) {
        int from = json.indexOf("\"consumers\" :");
        assertThat(from).as(json).isPositive();
        return json.substring(from);
    }

    /** Returns the messages without progress lines. */
    private static List<String> remarks(List<String> errLines) {
        return errLines.stream().filter(line -> line.startsWith("cdc-tester: ")).toList();
    }
}
