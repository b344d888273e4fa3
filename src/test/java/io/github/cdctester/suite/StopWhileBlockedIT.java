// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.Interruptible;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another client's lock, or a full pipe, must not prevent the end of a run. */
@Timeout(180)
class StopWhileBlockedIT extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @AfterEach
    void dropTables() {
        server.queryRows("SHOW TABLES").forEach(table -> server.execute("DROP TABLE " + table.get(0)));
    }

    /** The server's own limit is a day. */
    @Test
    void openTransactionLimitsCleanup() throws IOException {
        try (ExtraConnection lockingConnection = new ExtraConnection(server);
                CliProcess cli = run("--table-size=10", "--cleanup", "--rate=100", "--time=4")) {
            cli.awaitOutput("[   1s ]");
            lockingConnection.firstColumn("SELECT id FROM sbtest1"); // holds a metadata lock on the table

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err()).contains("not everything was removed: ", "DROP TABLE sbtest1: ");
            assertThat(result()).contains("\"status\" : \"LOSSLESS\"");
        }
    }

    /** An INSERT waits for a lock in the pause after the warm-up. */
    @Test
    void lockLimitsPauseAfterWarmUp() {
        try (ExtraConnection lockingConnection = new ExtraConnection(server);
                CliProcess cli = run("--table-size=10", "--warmup-time=600", "--time=600")) {
            cli.awaitOutput("[   1s ]");
            block(lockingConnection);
            cli.interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err()).contains("a transaction did not end within 30 s after the load was stopped");
            assertThat(result()).contains("\"interrupted\" : true");
        }
    }

    @Test
    void ctrlCDuringWarmUpCancelsLargeTransaction() {
        try (CliProcess cli =
                run("--workload=large_transaction", "--trx-size=500MB", "--warmup-time=600", "--time=600")) {
            cli.awaitOutput("[   1s ]").interrupt();

            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(result()).contains("\"interrupted\" : true");
            assertThat(server.queryNumber("SELECT COUNT(*) FROM large_transaction"))
                    .as("the transaction was rolled back")
                    .isZero();
        }
    }

    /** The pipe of standard error is full. */
    @Test
    void secondCtrlCStopsAtOnceWithoutReaderOfErrors() throws IOException {
        Interruptible.assumePossible();
        Path out = directory.resolve("out.txt");
        List<String> command = new ArrayList<>(List.of("sh", "-c", "head -c 65536 /dev/zero >&2; exec \"$@\"", "sh"));
        command.addAll(CliProcess.command(
                CliProcess.JAVA_OPTIONS,
                CommandLines.withEndpoint(server.endpoint(), arguments("--table-size=10", "--time=600"))));
        ProcessBuilder builder =
                new ProcessBuilder(Interruptible.withDefaultSignal(command)).redirectOutput(out.toFile());
        builder.environment()
                .put("CDC_TESTER_PASSWORD", server.endpoint().password().reveal());
        Process process = builder.start();
        try (ExtraConnection lockingConnection = new ExtraConnection(server)) {
            Eventually.assertThat(TIMEOUT, () -> read(out), text -> text.contains("[   1s ]"));
            block(lockingConnection);
            Eventually.assertThat(TIMEOUT, () -> interrupt(process).isAlive(), isAlive -> !isAlive);

            assertThat(process.exitValue()).isEqualTo(130);
        } finally {
            process.destroyForcibly();
        }
    }

    private void block(ExtraConnection lockingConnection) {
        lockingConnection.execute("LOCK TABLES sbtest1 READ");
        Eventually.assertThat(
                TIMEOUT,
                () -> server.queryNumber("SELECT COUNT(*) FROM information_schema.PROCESSLIST"
                        + " WHERE STATE LIKE 'Waiting for table%'"),
                waiting -> waiting > 0);
    }

    private static Process interrupt(Process process) {
        try {
            new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            return process;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private CliProcess run(String... options) {
        return CommandLines.start(directory, server, arguments(options));
    }

    private String[] arguments(String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "--prepare"));
        arguments.add("--out=" + directory.resolve("out"));
        arguments.addAll(List.of(options));
        return arguments.toArray(String[]::new);
    }

    private String result() {
        return read(directory.resolve("out/result.json"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
