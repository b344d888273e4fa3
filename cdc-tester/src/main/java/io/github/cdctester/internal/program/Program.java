// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.program;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process on this machine, without standard input. Stores its output for failure messages. */
public final class Program implements AutoCloseable {

    private static final long GRACE_SECONDS = 5;
    private static final Duration NO_TIMEOUT = Duration.ofDays(36_500);

    private final String name;
    private final Process process;
    private final ProgramOutput output;

    private Program(String name, Process process, ProgramOutput output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    public static Program start(String name, List<String> command, Map<String, String> environment) {
        ProgramOutput output = null;
        try {
            output = ProgramOutput.create();
            Process process = builder(command, environment)
                    .redirectErrorStream(true)
                    .redirectOutput(output.file().toFile())
                    .start();
            return new Program(name, process, output);
        } catch (IOException e) {
            RunFailedException failure = new RunFailedException(name + " could not be started: " + e.getMessage(), e);
            try (ProgramOutput openedOutput = output) {
                throw failure;
            }
        }
    }

    static ProcessBuilder builder(List<String> command, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        return builder;
    }

    static List<ProcessHandle> processAndDescendants(Process process) {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
    }

    public static Program start(String name, List<String> command, Endpoint server) {
        return start(name, command, environment(server));
    }

    /** The client programs of the servers read the password from {@code MYSQL_PWD}. */
    public static Map<String, String> environment(Endpoint server) {
        return Map.of(
                "CDC_TESTER_HOST",
                server.host(),
                "CDC_TESTER_PORT",
                String.valueOf(server.port()),
                "CDC_TESTER_USER",
                server.user(),
                "CDC_TESTER_DATABASE",
                server.database(),
                "MYSQL_PWD",
                server.password().reveal());
    }

    /** @return the reason why the program cannot be started; empty if it can be started, or on Windows, where this is not checked */
    public static Optional<String> startObstacle(String program) {
        if (File.separatorChar == '\\') {
            return Optional.empty();
        }
        boolean isBareName = program.indexOf('/') < 0;
        String path = isBareName ? String.valueOf(System.getenv("PATH")) : "";
        List<Path> candidates = Stream.of(path.split(File.pathSeparator))
                .map(directory -> isBareName ? Path.of(directory, program) : Path.of(program))
                .filter(Files::isRegularFile)
                .toList();
        if (candidates.stream().anyMatch(Files::isExecutable)) {
            return Optional.empty();
        }
        String reason = isBareName ? "there is none on the PATH" : "there is no such file";
        return Optional.of(candidates.isEmpty() ? reason : candidates.get(0) + " is not executable");
    }

    /**
     * Throws if the exit code is not 0.
     *
     * @param timeout above 0; a program that exceeds it is terminated
     */
    public static void run(List<String> command, Duration timeout) {
        try (Program program = start("the command " + String.join(" ", command), command, Map.of())) {
            if (!program.await(timeout)) {
                throw new RunFailedException(
                        program.name + " did not end within " + timeout.toMillis() / 1e3 + " s" + program.outputTail());
            }
            program.failIfUnsuccessful();
        }
    }

    public void awaitSuccess() {
        await(NO_TIMEOUT);
        failIfUnsuccessful();
    }

    private boolean await(Duration timeout) {
        try {
            return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException(name + " was interrupted", e);
        }
    }

    private void failIfUnsuccessful() {
        if (process.exitValue() != 0) {
            throw new RunFailedException(name + " ended with code " + process.exitValue() + outputTail());
        }
    }

    public void failIfEnded() {
        if (!process.isAlive()) {
            throw new RunFailedException(name + " ended by itself with code " + process.exitValue() + outputTail());
        }
    }

    private String outputTail() {
        String lastLine = output.lastLine();
        return lastLine.isEmpty() ? "" : ": " + lastLine;
    }

    /** Kills the remaining processes after the end of the process, or after 5 s. */
    @Override
    public void close() {
        List<ProcessHandle> processes = processAndDescendants(process);
        processes.forEach(ProcessHandle::destroy);
        boolean wasInterrupted = false;
        try {
            process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            wasInterrupted = true;
        }
        processes.forEach(ProcessHandle::destroyForcibly);
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        output.close();
    }
}
