// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.suite.network.Host;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A cdc-tester command in a separate Java process. */
public final class CliProcess implements AutoCloseable {

    /** Java options that {@code bin/cdc-tester} uses by default, limited to the C1 compiler. */
    public static final List<String> JAVA_OPTIONS = javaOptions("-Xmx256m");

    static final CliClassPath CLASS_PATH = CliClassPath.ofThisJvm();
    /** Like the suite's timeout, this timeout shows the output of a process that hangs. */
    private static final long TIMEOUT_SECONDS = 590;

    private static final long CHECK_NANOS = 10_000_000;

    private final Process process;
    private final List<Process> upstreamProcesses;
    private final Path out;
    private final Path err;

    private CliProcess(List<Process> pipeline, Path out, Path err) {
        process = pipeline.get(pipeline.size() - 1);
        upstreamProcesses = pipeline.subList(0, pipeline.size() - 1);
        this.out = out;
        this.err = err;
    }

    /** Only the C1 compiler is used, because most processes end within a second. */
    public static List<String> javaOptions(String... userOptions) {
        List<String> options = new ArrayList<>(List.of("-XX:+UseParallelGC", "-XX:TieredStopAtLevel=1"));
        options.addAll(List.of(userOptions));
        return List.copyOf(options);
    }

    public static CliProcess start(Path directory, String... arguments) {
        return start(directory, JAVA_OPTIONS, Map.of(), arguments);
    }

    public static CliProcess start(
            Path directory, List<String> javaOptions, Map<String, String> environment, String... arguments) {
        return start(directory, environment, command(javaOptions, arguments));
    }

    public static CliProcess startWithMemoryLimit(
            MemoryLimit limit,
            Path directory,
            Map<String, String> environment,
            List<String> javaOptions,
            String... arguments) {
        return start(directory, environment, limit.withinLimit(command(javaOptions, arguments)));
    }

    public static CliProcess startOn(Host host, Path directory, Map<String, String> environment, String... arguments) {
        return start(directory, environment, host.onHost(command(JAVA_OPTIONS, arguments)));
    }

    public static List<String> command(List<String> javaOptions, String... arguments) {
        return command(javaOptions, CLASS_PATH.text(), List.of(arguments));
    }

    private static List<String> command(List<String> javaOptions, String classPath, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(CliClassPath.JAVA);
        command.addAll(CLASS_PATH.options());
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", classPath, CliClassPath.MAIN));
        command.addAll(arguments);
        return command;
    }

    /** Starts a process with an additional jar or directory on the class path, like a jar in lib/. */
    public static CliProcess startWithClassPath(
            Path additionalPath, Path directory, Map<String, String> environment, List<String> arguments) {
        String classPath = CLASS_PATH.text() + File.pathSeparator + additionalPath;
        return start(directory, environment, command(JAVA_OPTIONS, classPath, arguments));
    }

    /** Starts a pipeline that ends with the command, like {@code first | second | cdc-tester …} in a shell. */
    public static CliProcess startPiped(
            List<List<String>> pipedCommands, Path directory, Map<String, String> environment, String... arguments) {
        return start(pipedCommands, directory, environment, command(JAVA_OPTIONS, arguments));
    }

    private static CliProcess start(Path directory, Map<String, String> environment, List<String> command) {
        return start(List.of(), directory, environment, command);
    }

    private static CliProcess start(
            List<List<String>> pipedCommands, Path directory, Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile(directory, "out", ".txt");
            Path err = Files.createTempFile(directory, "err", ".txt");
            List<ProcessBuilder> pipeline = new ArrayList<>();
            for (List<String> upstreamCommand : pipedCommands) {
                // a process that outlives this JVM must not hold its streams open, because Maven waits for their end
                File upstreamErr =
                        Files.createTempFile(directory, "err", ".txt").toFile();
                pipeline.add(new ProcessBuilder(upstreamCommand).redirectError(upstreamErr));
            }
            ProcessBuilder cliBuilder = new ProcessBuilder(Interruptible.withDefaultSignal(command))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            cliBuilder.environment().putAll(environment);
            pipeline.add(cliBuilder);
            pipeline.get(0).redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
            return new CliProcess(ProcessBuilder.startPipeline(pipeline), out, err);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public CliProcess awaitOutput(String text) {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!out().contains(text)) {
            if (!process.isAlive()
                    || System.nanoTime() - deadlineNanos > 0
                    || Thread.currentThread().isInterrupted()) {
                throw new AssertionError("no '" + text + "' in:\n" + out() + err());
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
        return this;
    }

    /** Sends SIGINT, like Ctrl-C. */
    public CliProcess interrupt() {
        Interruptible.assumePossible();
        return signal("INT");
    }

    /** Works even if SIGINT is ignored. */
    public CliProcess terminate() {
        return signal("TERM");
    }

    public CliProcess kill() {
        return signal("KILL");
    }

    public CliProcess pause() {
        return signal("STOP");
    }

    public CliProcess resume() {
        return signal("CONT");
    }

    private CliProcess signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
            return this;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public int exitCode() {
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("still running:\n" + out() + err());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError("still running:\n" + out() + err(), e);
        }
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    /** Returns standard error, line by line, without the JVM's own messages. */
    public List<String> errLines() {
        return err().lines().filter(line -> !line.startsWith("Picked up ")).toList();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        upstreamProcesses.forEach(Process::destroyForcibly);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
