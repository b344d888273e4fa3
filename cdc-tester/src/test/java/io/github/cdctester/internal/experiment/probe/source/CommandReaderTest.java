// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.usage.NoReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
final class CommandReaderTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://db7:3307/app", "me", "secret");
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    void readsOneNumberOrNamedNumbers() throws Exception {
        assertThat(read("echo ' -1.5e3 '")).isEqualTo(Map.of("p", -1500.0));
        assertThat(read("echo dt=12; echo 'bps=1e6 none=None'")).isEqualTo(Map.of("p.dt", 12.0, "p.bps", 1e6));
        assertThat(read("echo $CDC_TESTER_PORT")).isEqualTo(Map.of("p", 3307.0));
        assertThat(read("echo 7; echo much >&2"))
                .as("standard error is not read")
                .isEqualTo(Map.of("p", 7.0));
    }

    @Test
    void runsCommandForEachReading() throws Exception {
        Path file = directory.resolve("count");
        try (SourceReader reader = reader("echo x >> " + file + "; wc -l < " + file, TIMEOUT)) {
            assertThat(reader.read()).isEqualTo(Map.of("p", 1.0));
            assertThat(reader.read()).isEqualTo(Map.of("p", 2.0));
        }
    }

    @Test
    void reportsInvalidOutputAndFailedCommands() {
        assertRejected("echo hello world", "text", "prints 'hello world', which is neither a number nor NAME=NUMBER");
        assertRejected("echo a=b", "text", "prints 'a=b'");
        assertRejected("echo a=1 a=2", "key", "two series called a");
        assertRejected("true", "text", "prints nothing");
        assertRejected("echo None", "none", "no value at the moment");
        assertRejected("echo gone >&2; exit 3", "code 3", "ended with code 3: gone");
        assertRejected("no-such-program-at-all", "start", "ended with code 127");
        assertThatThrownBy(() -> reader(List.of("/no/such/program"), TIMEOUT).read())
                .isInstanceOf(NoReading.class)
                .hasMessageContaining("could not be started");
    }

    @Test
    void killsSlowCommandWithItsChildren() throws Exception {
        Path file = directory.resolve("pid");
        Duration timeout = Duration.ofMillis(700);
        while (file.toFile().length() == 0) { // on a busy machine, the command may start too late
            try (SourceReader reader = reader("sleep 1000 & echo $! > " + file + "; sleep 1000", timeout)) {
                assertThatThrownBy(reader::read)
                        .isInstanceOf(NoReading.class)
                        .hasMessageContaining("has not ended within " + timeout.toMillis() + " ms");
            }
            timeout = timeout.multipliedBy(2);
        }
        assertProcessEnded(file);
    }

    @Test
    void killsCommandOnInterrupt() throws Exception {
        Path file = directory.resolve("pid");
        Thread waitingThread = Thread.currentThread();
        String command =
                "echo $$ > " + file + ".new; mv " + file + ".new " + file; // the file appears only when it is complete
        try (SourceReader reader = reader(command + "; sleep 1000", TIMEOUT)) {
            Thread interruptingThread = new Thread(
                    () -> {
                        while (!Files.exists(file)) {
                            Thread.onSpinWait();
                        }
                        waitingThread.interrupt();
                    },
                    "interrupting");
            interruptingThread.start();
            assertThatThrownBy(reader::read).isInstanceOf(InterruptedException.class);
            interruptingThread.join();
        }
        assertProcessEnded(file);
    }

    /** The file contains the process id. */
    private static void assertProcessEnded(Path file) throws Exception {
        long pid = Long.parseLong(Files.readString(file).strip());
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isPresent()) {
            process.get().onExit().get();
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    private void assertRejected(String script, String kind, String reason) {
        assertThatThrownBy(() -> read(script))
                .isInstanceOfSatisfying(
                        NoReading.class, e -> assertThat(e.kind()).isEqualTo(kind))
                .hasMessageContaining(reason);
    }

    private static Map<String, Double> read(String script) throws Exception {
        try (SourceReader reader = reader(script, TIMEOUT)) {
            return reader.read();
        }
    }

    private static SourceReader reader(String script, Duration timeout) {
        return reader(List.of("/bin/sh", "-c", script), timeout);
    }

    private static SourceReader reader(List<String> command, Duration timeout) {
        return new SourceReaderFactory(Optional::empty, SERVER)
                .reader("p", new ProbeSource.Command(command), false, timeout, () -> {
                    throw new AssertionError("a command needs no connection");
                });
    }
}
