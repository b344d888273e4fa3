// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Output;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.consumer.ConsumerSpec.Source;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.stop.StopSignal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StartedProgramTest {

    private static final Endpoint SERVER = Endpoint.of("127.0.0.1", 3306, "db", "me", Password.NONE);
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(100);
    private static final Ready READY_BY_LINE = new Ready(Pattern.compile("^go"), 0, LONG_TIMEOUT);

    private final ReportCollector collector = new ReportCollector();

    @TempDir
    private Path directory;

    private static ConsumerSpec spec(Source source, Ready ready, Duration stopTimeout, String script) {
        Map<String, String> settings = Map.of("BATCH", "5");
        return new ConsumerSpec(
                "mine",
                source,
                ConsumerSpec.shell(script),
                settings,
                Shape.DEFAULT,
                ready,
                stopTimeout,
                false,
                false,
                false,
                null,
                null);
    }

    private static StartedProgram program(Ready ready, Duration stopTimeout, String script) {
        return new StartedProgram(spec(new Output(), ready, stopTimeout, script), SERVER, SERVER);
    }

    @Test
    void passesServerAndSettingsInEnvironment() throws Exception {
        StartedProgram program =
                program(Ready.AT_ONCE, LONG_TIMEOUT, "echo t,$CDC_TESTER_USER,${BATCH}; exec sleep 600");
        try (program) {
            program.start(collector.lines());
            assertThat(collector.awaitReports(1)).containsExactly("t me 5");
            assertThat(program.remark()).isEmpty();
        }
        assertThat(program.remarksOnEnd()).isEmpty();
        assertThat(program.process().orElseThrow().isAlive()).isFalse();
    }

    @Test
    void removesStateDirectoryAtEnd() throws Exception {
        Path pathFile = directory.resolve("created");
        String script = "echo offset > $CDC_TESTER_STATE/offset; echo $CDC_TESTER_STATE > " + pathFile + "; echo t,1,1;"
                + " exec sleep 600";
        Path state;
        try (StartedProgram program = program(Ready.AT_ONCE, LONG_TIMEOUT, script)) {
            program.start(collector.lines());
            collector.awaitReports(1);
            state = Path.of(Files.readString(pathFile).strip());
            assertThat(state.resolve("offset")).hasContent("offset");
        }
        assertThat(state).doesNotExist();
    }

    @Test
    void reportsExitCodeIfProgramEndsEarly() throws Exception {
        try (StartedProgram program = program(Ready.AT_ONCE, LONG_TIMEOUT, "echo 'no such table' >&2; exit 7")) {
            program.start(collector.lines());
            assertThat(collector.awaitReports(1)).containsOnly("ended");
            assertThat(program.remark().orElse("")).endsWith("ended before the run did, with code 7: no such table");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " >&2"})
    void excludesReadyLineFromReports(String redirection) throws Exception {
        String script = "echo t,1,5; echo 'go, all is ready'%s; echo t,1,6; exec sleep 600".formatted(redirection);
        try (StartedProgram program = program(READY_BY_LINE, LONG_TIMEOUT, script)) {
            program.start(collector.lines());
            program.awaitReady(new StopSignal());
            assertThat(collector.awaitReports(2)).containsExactly("t 1 5", "t 1 6");
            assertThat(collector.lines().findings().unreadable()).isZero();
        }
    }

    @Test
    void failsIfProgramEndsBeforeItIsReady() {
        try (StartedProgram program = program(READY_BY_LINE, LONG_TIMEOUT, "no-such-consumer-program")) {
            program.start(collector.lines());
            assertThatThrownBy(() -> program.awaitReady(new StopSignal()))
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageStartingWith(
                            "the command no-such-consumer-program ended before it was ready, with code 127: ")
                    .hasMessageContaining("not found");
        }
    }

    @Test
    void failsIfProgramIsNotReadyInTime() throws IOException {
        Ready readyByLine = new Ready(Pattern.compile("^go"), 0, SHORT_TIMEOUT);
        try (StartedProgram program = program(readyByLine, LONG_TIMEOUT, "exec sleep 600")) {
            program.start(collector.lines());
            assertThatThrownBy(() -> program.awaitReady(new StopSignal()))
                    .hasMessage("the command exec sleep 600 was not ready within 0.1 s: no line contains '^go'");
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = socket.getLocalPort();
            try (StartedProgram programOnTakenPort =
                    program(new Ready(null, port, SHORT_TIMEOUT), LONG_TIMEOUT, "exec sleep 600")) {
                assertThatThrownBy(() -> programOnTakenPort.start(collector.lines()))
                        .hasMessageContaining("another program accepts connections at the port " + port);
            }
            socket.close();
            try (StartedProgram program =
                    program(new Ready(null, port, SHORT_TIMEOUT), LONG_TIMEOUT, "exec sleep 600")) {
                program.start(collector.lines());
                assertThatThrownBy(() -> program.awaitReady(new StopSignal()))
                        .hasMessageEndingWith("port " + port + " does not accept connections");
            }
        }
    }

    @Test
    void endsWaitWithStopSignal() throws Exception {
        StopSignal stop = new StopSignal();
        stop.raise();
        try (StartedProgram program = program(READY_BY_LINE, LONG_TIMEOUT, "exec sleep 600")) {
            program.start(collector.lines());
            program.awaitReady(stop);
            assertThat(program.process().orElseThrow().isAlive()).isTrue();
        }
    }

    @Test
    void endsChildWhoseParentHasEnded() throws Exception {
        Path pid = directory.resolve("pid");
        StartedProgram program = program(Ready.AT_ONCE, LONG_TIMEOUT, "sleep 600 & echo $! > '" + pid + "'; exit 0");
        ProcessHandle child;
        try (program) {
            program.start(collector.lines());
            while (program.isRunning()) {
                Thread.onSpinWait(); // onExit() may also wait for the output, which the child keeps open
            }
            child = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                    .orElseThrow();
            assertThat(child.isAlive()).isTrue();
            while (!child.info().command().orElse("").endsWith("sleep")) {
                Thread.onSpinWait(); // until the forked shell has executed the program
            }
        }
        assertThat(program.remarksOnEnd())
                .singleElement()
                .asString()
                .endsWith(" ended with code 0 and left process " + child.pid() + " (sleep), which this command ended");
        assertThat(isRunning(child)).isFalse();
    }

    /** Ended processes may still be in /proc until their exit code is read. */
    private static boolean isRunning(ProcessHandle handle) throws IOException {
        Path stat = Path.of("/proc/" + handle.pid() + "/stat");
        return handle.isAlive()
                && !(Files.exists(stat) && Files.readString(stat).contains(") Z "));
    }

    @Test
    void killsProcessThatIgnoresSignal() throws Exception {
        StartedProgram program =
                program(READY_BY_LINE, SHORT_TIMEOUT, "trap '' TERM; echo go; while :; do sleep 0.05; done");
        try (program) {
            program.start(collector.lines());
            program.awaitReady(new StopSignal());
        }
        assertThat(program.remarksOnEnd())
                .singleElement()
                .asString()
                .endsWith("did not end within 0.1 s after SIGTERM, and was killed");
        assertThat(program.process().orElseThrow().isAlive()).isFalse();
    }

    @Test
    void readsFloodOfStandardErrorAndKeepsLastLine() throws Exception {
        String flood =
                "head -c 12000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2; echo t,1,5; exec sleep 600";
        StartedProgram program = program(Ready.AT_ONCE, LONG_TIMEOUT, flood);
        try (program) {
            program.start(collector.lines());
            assertThat(collector.awaitReports(1)).containsExactly("t 1 5");
        }
        assertThat(program.remarksOnEnd())
                .singleElement()
                .asString()
                .endsWith(" wrote 12 MB to standard error; only the last line is kept: last");
    }

    @Test
    void reportsFloodOfStandardErrorOncePerProcess() throws Exception {
        String flood = "head -c 12000000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2";
        StartedProgram program = program(Ready.AT_ONCE, LONG_TIMEOUT, flood + "; " + countingScript("true"));
        String stopped;
        try (program) {
            program.begin(collector.lines(), true);
            assertThat(collector.awaitReports(1)).containsExactly("t 1 1");
            awaitChild(program.process().orElseThrow()); // a child that starts during stop() would delay it by 50 s
            stopped = program.stop();
            program.startAgain();
            assertThat(collector.awaitReports(1)).containsExactly("t 1 2");
            awaitChild(program.process().orElseThrow());
        }
        assertThat(stopped).contains(" wrote 12 MB to standard error");
        assertThat(program.remarksOnEnd())
                .as("of the second process")
                .singleElement()
                .asString()
                .contains(" wrote 12 MB to standard error");
    }

    /** The script prints how often it was started, and waits. */
    private String countingScript(String furtherCommand) {
        return "echo x >> '%s/starts'; n=$(wc -l < '%s/starts'); echo t,1,$n; %s; sleep 600 & wait"
                .formatted(directory, directory, furtherCommand);
    }

    @Test
    void continuesReadingAfterKillAndRestart() throws Exception {
        StartedProgram program = program(Ready.AT_ONCE, LONG_TIMEOUT, countingScript("printf t,1,99"));
        try (program) {
            program.begin(collector.lines(), true);
            assertThat(collector.awaitReports(1)).containsExactly("t 1 1");
            ProcessHandle firstProcess = program.process().orElseThrow();
            awaitChild(firstProcess);
            assertThat(program.kill()).isEqualTo("killed");
            assertThat(firstProcess.isAlive()).isFalse();
            assertThatThrownBy(program::kill).hasMessage("it does not run");
            assertThat(program.startAgain()).isEqualTo("started again");
            assertThat(collector.awaitReports(1))
                    .as("without the incomplete line")
                    .containsExactly("t 1 2");
            assertThatThrownBy(program::startAgain).hasMessage("it already runs");
            assertThat(program.remark()).isEmpty();
            awaitChild(program.process().orElseThrow()); // a child that starts during stop() would delay it by 50 s
            assertThat(program.stop()).isEqualTo("stopped");
            assertThat(collector.awaitReports(1)).as("the incomplete last line").containsExactly("t 1 99");
            assertThat(collector.isEmpty())
                    .as("the program may be started again")
                    .isTrue();
            program.endRestarts();
            assertThat(collector.awaitReports(1)).containsExactly("ended");
        }
        assertThat(program.remark()).isEmpty();
        assertThat(program.remarksOnEnd()).isEmpty();
    }

    private static void awaitChild(ProcessHandle parent) {
        while (parent.children().findAny().isEmpty()) {
            Thread.onSpinWait(); // the timeout of this class limits the loop
        }
    }

    @Test
    void pausesAndContinuesAllProcesses() throws Exception {
        StartedProgram program = program(Ready.AT_ONCE, LONG_TIMEOUT, countingScript("true"));
        try (program) {
            program.begin(collector.lines(), true);
            collector.awaitReports(1);
            ProcessHandle shell = program.process().orElseThrow();
            awaitChild(shell);
            assertThat(program.pause()).isEqualTo("paused");
            List<ProcessHandle> processes =
                    Stream.concat(Stream.of(shell), shell.descendants()).toList();
            assertThat(processes).hasSize(2);
            while (!processes.stream().allMatch(process -> state(process).equals("T"))) {
                Thread.onSpinWait(); // a process stops only when it gets CPU time
            }
            assertThat(program.startAgain()).isEqualTo("continues");
            assertThat(processes).noneMatch(process -> state(process).equals("T"));
            program.pause();
        }
        assertThat(program.remarksOnEnd())
                .as("the paused program ends on SIGTERM")
                .isEmpty();
    }

    private static String state(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
        } catch (IOException e) {
            return "";
        }
    }

    private static RunningConsumer runningConsumer(ConsumerSpec spec) {
        Plan plan = Plan.of(SERVER, Window.DEFAULT, List.of());
        return new RunningConsumer(spec, spec.probe(), plan, SERVER, false);
    }

    @Test
    void addsRemarkIfNothingWasPrinted() {
        RunningConsumer consumer = runningConsumer(spec(new Output(), Ready.AT_ONCE, LONG_TIMEOUT, "exec sleep 600"));
        try (consumer) {
            consumer.open(false);
            consumer.start();
            assertThat(consumer.process()).isPresent();
        }
        assertThat(consumer.remarks()).containsExactly("the command exec sleep 600 printed nothing during the run");
    }

    @Test
    void readsFileOfStartedProgram() throws Exception {
        Path file = directory.resolve("out.csv");
        RunningConsumer consumer = runningConsumer(spec(
                new FileSource(file),
                READY_BY_LINE,
                LONG_TIMEOUT,
                "echo t,1,5 > '" + file + "'; echo go; exec sleep 600"));
        try (consumer) {
            consumer.open(false);
            consumer.start();
            consumer.awaitReady(new StopSignal());
        }
        assertThat(consumer.remarks()).isEmpty();
    }
}
