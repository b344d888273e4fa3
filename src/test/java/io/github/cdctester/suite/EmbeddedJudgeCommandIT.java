// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the command {@code judge} with a consumer that prints lines, for each input option. */
@Timeout(120)
final class EmbeddedJudgeCommandIT extends JudgeCommandRuns {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Pattern LISTEN_ADDRESS = Pattern.compile("from (http://127\\.0\\.0\\.1:\\d+/); ");

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
}
