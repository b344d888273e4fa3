// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.ConnectorConsumer;
import io.github.cdctester.suite.process.ReportPrinter;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The table's trigger copies row stamps into another table. Also checks interrupted runs and deletes. */
@Timeout(120)
final class EmbeddedTriggersIT extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String[] OPTIONS = {"--workload=oltp_insert", "--tables=1", "--table-size=100", "--stamp=on"};

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void prepare() {
        assertThat(call("prepare").exitCode()).isZero();
        server.execute(
                "CREATE TABLE audit (id BIGINT, cdc_seq BIGINT, at BIGINT)",
                "CREATE TRIGGER copies AFTER INSERT ON sbtest1 FOR EACH ROW"
                        + " INSERT INTO audit VALUES (NEW.id, NEW.cdc_seq, 0)");
    }

    @AfterEach
    void cleanUp() {
        assertThat(call("cleanup").exitCode()).isZero();
        server.execute("DROP TABLE audit");
    }

    private CliCall call(String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(OPTIONS));
        arguments.addAll(List.of(options));
        return CommandLines.call(server, arguments.toArray(String[]::new));
    }

    private CliCall judge(Path file, String... options) {
        List<String> arguments = new ArrayList<>(List.of("--from-file=" + file, "--threads=2", "--rate=100", "--json"));
        arguments.addAll(List.of("--warmup-time=1", "--time=20", "--events=200", "--drain-timeout=5"));
        arguments.addAll(List.of(options));
        return call("judge", arguments.toArray(String[]::new));
    }

    private ConnectorConsumer consumer(Path file, Predicate<String> isPrinted) throws IOException {
        Files.writeString(file, "");
        return ReportPrinter.follow(server, Identity.ROW, line -> {
            if (isPrinted.test(line)) {
                Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
            }
        });
    }

    private static String consumersJson(CliCall cli) {
        return cli.out().substring(cli.out().indexOf("\"consumers\" :"));
    }

    @Test
    void copiesDoNotReplaceRows(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(file, line -> line.startsWith("audit"));
                CliCall cli = judge(file, "--assume-ended")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli)).contains("\"status\" : \"LOST\"", "\"missing\" : 200", "\"observed\" : 0");
        }
    }

    @Test
    void copiesDoNotHideLostRows(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        AtomicInteger rows = new AtomicInteger();
        Predicate<String> printsEverySecondRow = line -> line.startsWith("audit") || rows.incrementAndGet() % 2 == 0;
        try (ConnectorConsumer consumer = consumer(file, printsEverySecondRow);
                CliCall cli = judge(file, "--assume-ended", "--at-least-once")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli)).contains("\"status\" : \"LOST\"", "\"missing\" : 100", "\"observed\" : 100");
        }
    }

    @Test
    void copiesAreNotRepetitions(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(file, line -> true);
                CliCall cli = judge(file)) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(consumersJson(cli))
                    .contains("\"status\" : \"LOSSLESS\"", "\"delivery\" : \"EXACTLY_ONCE\"", "CONSUMER_OTHER_TABLES");
        }
    }

    @Test
    void slowConsumerOfInterruptedRunIsNotLossy(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        AtomicInteger rows = new AtomicInteger();
        String[] options = {
            "judge",
            "--from-file=" + file,
            "--threads=2",
            "--rate=100",
            "--json",
            "--warmup-time=0",
            "--time=60",
            "--assume-ended",
            "--workload=oltp_insert",
            "--tables=1",
            "--table-size=100",
            "--stamp=on"
        };
        try (ConnectorConsumer consumer = consumer(file, line -> rows.incrementAndGet() < 50);
                CliProcess cli = CommandLines.start(directory, server, options)) {
            assertThat(consumer).isNotNull();
            Eventually.assertThat(TIMEOUT, rows::get, count -> count > 100);
            cli.interrupt();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out().substring(cli.out().indexOf("\"consumers\" :")))
                    .contains("\"status\" : \"BEHIND\"")
                    .doesNotContain("\"status\" : \"LOST\"");
        }
    }

    @Test
    void isNotCheckedIfCommitsHaveNoStamps(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("lines.txt");
        try (ConnectorConsumer consumer = consumer(file, line -> true);
                CliCall cli = judge(file, "--background=oltp_delete", "--background-rate=50")) {
            assertThat(consumer).isNotNull();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(consumersJson(cli))
                    .contains("\"status\" : \"NOT_CHECKED\"", "commits left no stamped row and were not looked for");
        }
    }
}
