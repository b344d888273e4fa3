// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.program;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** A process on this machine, without input; its output is kept for the message of a failure. */
public final class Program implements AutoCloseable {

    private static final long GRACE_SECONDS = 5;
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final String name;
    private final Process process;
    private final ProgramOutput output;

    private Program(String name, Process process, ProgramOutput output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    public static Program start(String name, List<String> words, Map<String, String> environment) {
        return start(name, builder(words, environment).redirectErrorStream(true), ProcessBuilder::redirectOutput);
    }

    /** Starts a program with the server's address in its environment, and with a readable {@link #output()}. */
    public static Program startToRead(String name, List<String> words, Endpoint server) {
        return start(name, builder(words, environment(server)), ProcessBuilder::redirectError);
    }

    private static Program start(String name, ProcessBuilder how, BiConsumer<ProcessBuilder, File> keeping) {
        ProgramOutput output = null;
        try {
            output = ProgramOutput.create();
            keeping.accept(how, output.file().toFile());
            return new Program(name, how.start(), output);
        } catch (IOException e) {
            RunFailedException failure = new RunFailedException(name + " could not be started: " + e.getMessage(), e);
            try (ProgramOutput made = output) {
                throw failure;
            }
        }
    }

    static ProcessBuilder builder(List<String> words, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        return builder;
    }

    static List<ProcessHandle> withAllItStarted(Process process) {
        return Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
    }

    public static Program start(String name, List<String> words, Endpoint server) {
        return start(name, words, environment(server));
    }

    /** Returns the environment with the server's address; the password in the form of the servers' own clients. */
    static Map<String, String> environment(Endpoint server) {
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

    /**
     * Checks whether a program can be started, without starting it.
     *
     * @return why it cannot be started; empty if it can, or if this system has other rules
     */
    public static Optional<String> missing(String program) {
        if (File.separatorChar == '\\') {
            return Optional.empty();
        }
        boolean named = program.indexOf('/') < 0;
        String path = named ? String.valueOf(System.getenv("PATH")) : "";
        List<Path> there = Stream.of(path.split(File.pathSeparator))
                .map(directory -> named ? Path.of(directory, program) : Path.of(program))
                .filter(Files::isRegularFile)
                .toList();
        if (there.stream().anyMatch(Files::isExecutable)) {
            return Optional.empty();
        }
        String none = named ? "there is none on the PATH" : "there is no such file";
        return Optional.of(there.isEmpty() ? none : there.get(0) + " is not executable");
    }

    /**
     * Runs one to its end.
     *
     * @param timeout how long it may take, above 0; then it is ended
     */
    public static void run(List<String> words, Duration timeout) {
        try (Program program = start("the command " + String.join(" ", words), words, Map.of())) {
            if (!program.await(timeout)) {
                throw new RunFailedException(
                        program.name + " did not end within " + timeout.toMillis() / 1e3 + " s" + program.lastWords());
            }
            program.failIfItFailed();
        }
    }

    public void awaitSuccess() {
        await(FOR_EVER);
        failIfItFailed();
    }

    private boolean await(Duration timeout) {
        try {
            return process.waitFor(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException(name + " was interrupted", e);
        }
    }

    private void failIfItFailed() {
        if (process.exitValue() != 0) {
            throw new RunFailedException(name + " ended with code " + process.exitValue() + lastWords());
        }
    }

    /** Checks that it still runs, as required until it is stopped. */
    public void failIfEnded() {
        if (!process.isAlive()) {
            throw new RunFailedException(name + " ended by itself with code " + process.exitValue() + lastWords());
        }
    }

    /** Returns the output of a program started by {@link #startToRead}. */
    public InputStream output() {
        return process.getInputStream();
    }

    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Waits for its end, and describes it. */
    public String awaitEnd() {
        await(FOR_EVER);
        return "code " + process.exitValue() + lastWords();
    }

    private String lastWords() {
        String last = output.lastLine();
        return last.isEmpty() ? "" : ": " + last;
    }

    /** Requests the end of the process and its children, then kills them. */
    @Override
    public void close() {
        List<ProcessHandle> all = withAllItStarted(process);
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = false;
        try {
            process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        all.forEach(ProcessHandle::destroyForcibly);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        output.close();
    }
}
