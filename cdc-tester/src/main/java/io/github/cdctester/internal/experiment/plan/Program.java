// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process on this machine. Its environment says where the server is: {@code CDC_TESTER_HOST}, {@code CDC_TESTER_PORT}, {@code
 * CDC_TESTER_USER}, {@code CDC_TESTER_DATABASE}, and the password as {@code MYSQL_PWD}, which the servers' own clients read.
 */
final class Program implements AutoCloseable {

    private static final long GRACE_SECONDS = 5;
    private static final int SHOWN = 200;

    private final String name;
    private final Process process;
    private final Path output;

    private Program(String name, Process process, Path output) {
        this.name = name;
        this.process = process;
        this.output = output;
    }

    static Program start(String name, List<String> words, Endpoint endpoint) {
        Path output = null;
        try {
            output = Files.createTempFile("cdc-tester-program", ".txt");
            ProcessBuilder builder = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(output.toFile());
            Map<String, String> environment = builder.environment();
            environment.put("CDC_TESTER_HOST", endpoint.host());
            environment.put("CDC_TESTER_PORT", String.valueOf(endpoint.port()));
            environment.put("CDC_TESTER_USER", endpoint.user());
            environment.put("CDC_TESTER_DATABASE", endpoint.database());
            environment.put("MYSQL_PWD", endpoint.password().reveal());
            return new Program(name, builder.start(), output);
        } catch (IOException e) {
            RunFailedException failure = new RunFailedException(name + " could not be started: " + e.getMessage(), e);
            if (output != null) {
                delete(output, failure);
            }
            throw failure;
        }
    }

    /** Waits for its end. */
    void awaitSuccess() {
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new RunFailedException(name + " ended with code " + code + lastWords());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException(name + " was broken off", e);
        }
    }

    /** Throws if it has ended, as it should not before it is asked to. */
    void failIfEnded() {
        if (!process.isAlive()) {
            throw new RunFailedException(name + " ended by itself with code " + process.exitValue() + lastWords());
        }
    }

    private String lastWords() {
        try (Stream<String> lines = Files.lines(output, StandardCharsets.ISO_8859_1)) {
            String last = lines.filter(line -> !line.isBlank())
                    .reduce("", (one, other) -> other)
                    .strip();
            return last.isEmpty() ? "" : ": " + (last.length() > SHOWN ? last.substring(0, SHOWN) + "…" : last);
        } catch (IOException e) {
            return " (" + e.getMessage() + ")";
        }
    }

    /** Asks it and all that it has started to end, and makes them. */
    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = false;
        try {
            process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        all.forEach(ProcessHandle::destroyForcibly);
        RunFailedException failure = new RunFailedException("what " + name + " wrote could not be removed: " + output);
        delete(output, failure);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure.getSuppressed().length > 0) {
            throw failure;
        }
    }

    private static void delete(Path file, RunFailedException failure) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
