// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ctrl-C is the normal end of some commands. After SIGTERM, their result is incomplete, so they fail. */
@Timeout(180)
class SigtermIT extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private enum Signal {
        SIGINT,
        SIGTERM;

        void endsWithItsCode(CliProcess cli) {
            if (this == SIGINT) {
                cli.interrupt();
                assertThat(cli.exitCode()).as(cli.err()).isZero();
                assertThat(cli.err()).doesNotContain("a signal ended the command early");
            } else {
                cli.terminate();
                assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
                assertThat(cli.err()).contains("cdc-tester: a signal ended the command early\n");
            }
        }
    }

    @TempDir
    Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    @BeforeAll
    void writeBinlog() {
        server.execute("CREATE TABLE written (id INT PRIMARY KEY)", "INSERT INTO written VALUES (1), (2), (3)");
    }

    @ParameterizedTest
    @EnumSource(Signal.class)
    void subscribeExitsWithCodeOfSignal(Signal signal) throws IOException {
        Path junit = directory.resolve("junit.xml");
        try (CliProcess cli = CommandLines.start(directory, server, "subscribe", "--time=600", "--junit=" + junit)) {
            signal.endsWithItsCode(cli.awaitOutput("[   1s ]"));
            assertThat(cli.out()).contains("TPS");
            assertThat(Files.readString(junit).contains("<error")).isEqualTo(signal == Signal.SIGTERM);
        }
    }

    @ParameterizedTest
    @EnumSource(Signal.class)
    void learnExitsWithCodeOfSignal(Signal signal) {
        Path workload = directory.resolve("learned.yaml");
        try (CliProcess cli = startReading("learn", "--workload-file=" + workload)) {
            signal.endsWithItsCode(cli.awaitOutput("| behind: 0.0 MB"));
            assertThat(workload).exists();
        }
    }

    @ParameterizedTest
    @EnumSource(Signal.class)
    void learnRemovesFileOfComparison(Signal signal) throws IOException {
        Path temporaryDirectory = Files.createDirectory(directory.resolve("tmp"));
        Path workload = directory.resolve("learned.yaml");
        CliCall learnCall = CommandLines.call(
                server, "learn", "--workload-file=" + workload, "--from=earliest", "--events=1", "--quiet");
        assertThat(learnCall.exitCode()).as(learnCall.err()).isZero();
        try (CliProcess cli = CommandLines.start(
                directory,
                server,
                CliProcess.javaOptions("-Djava.io.tmpdir=" + temporaryDirectory),
                "learn",
                "--like=" + workload,
                "--from=earliest",
                "--time=600")) {
            cli.awaitOutput("| behind: 0.0 MB");
            assertThat(temporaryDirectory).isDirectoryContaining("glob:**/cdc-tester-learn*");
            signal.endsWithItsCode(cli);
            assertThat(cli.out()).contains("rows inserted");
            assertThat(temporaryDirectory).isDirectoryNotContaining("glob:**/cdc-tester-learn*");
        }
    }

    @ParameterizedTest
    @EnumSource(Signal.class)
    void recordAndPlayExitWithCodeOfSignal(Signal signal) {
        Path recording = directory.resolve("recording");
        try (CliProcess cli = startReading("record", "--out=" + recording)) {
            signal.endsWithItsCode(cli.awaitOutput("| behind: 0.0 MB"));
            assertThat(cli.err()).contains("cdc-tester: recorded " + recording);
        }
        try (CliProcess cli = CliProcess.start(directory, "play", recording.toString(), "--bind=127.0.0.1:0")) {
            Eventually.assertThat(TIMEOUT, cli::err, err -> err.contains("cdc-tester: listens on "));
            signal.endsWithItsCode(cli);
        }
    }

    /** Without the signal, the code is 3, because the consumer reports nothing. */
    @Test
    void judgeOfOtherTrafficFails() {
        try (CliProcess cli = CommandLines.start(
                directory, server, "judge", "--no-load", "--time=0", "--from-command=exec sleep 600")) {
            Signal.SIGTERM.endsWithItsCode(cli.awaitOutput("[   1s ]"));
        }
    }

    private CliProcess startReading(String command, String option) {
        return CommandLines.start(directory, server, command, option, "--from=earliest", "--time=600");
    }
}
