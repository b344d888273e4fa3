// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.suite.network.Host;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

public final class WorkerProcess implements AutoCloseable {

    private static final int FIXED_PORT = 7070;
    private static final Pattern LISTENING = Pattern.compile("listens on (\\S+)");
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);
    private static final long CHECK_NANOS = 20_000_000;

    private final CliProcess process;

    private WorkerProcess(CliProcess process) {
        this.process = process;
    }

    public static Path newSecret(Path directory) {
        Path secret = directory.resolve("secret" + System.nanoTime() + ".p12");
        CliCall command = CliCall.of("worker", "--new-secret=" + secret);
        if (command.exitCode() != 0) {
            throw new AssertionError(command.err());
        }
        return secret;
    }

    /** Does not wait until the nodes listen. */
    public static List<WorkerProcess> start(int count, Path directory, Path secret) {
        return IntStream.range(0, count)
                .mapToObj(number -> new WorkerProcess(
                        CliProcess.start(directory, "worker", "--bind=127.0.0.1:0", "--secret-file=" + secret)))
                .toList();
    }

    /** The address is the address of an earlier worker node. */
    public static WorkerProcess startAt(String address, Path directory, Path secret) {
        return new WorkerProcess(CliProcess.start(directory, "worker", "--bind=" + address, "--secret-file=" + secret));
    }

    /** Uses a fixed port. */
    public static WorkerProcess startOn(Host host, Path directory, Path secret) {
        return new WorkerProcess(CliProcess.startOn(
                host,
                directory,
                Map.of(),
                "worker",
                "--bind=" + host.address() + ":" + FIXED_PORT,
                "--secret-file=" + secret));
    }

    /** Waits until the node listens. */
    public String address() {
        Matcher matcher = await(LISTENING);
        return matcher.group(1);
    }

    public Matcher await(Pattern pattern) {
        return await(pattern, 0);
    }

    /** Ignores the first {@code offset} characters. */
    public Matcher await(Pattern pattern, int offset) {
        long deadlineNanos = System.nanoTime() + TIMEOUT_NANOS;
        while (true) {
            Matcher matcher = pattern.matcher(process.err());
            if (matcher.find(offset)) {
                return matcher;
            }
            if (!process.isAlive() || System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("no '" + pattern + "' in:\n" + process.err());
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
    }

    public CliProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
