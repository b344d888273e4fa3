// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Writes wall-clock and CPU seconds of each test class to one file per JVM. The build prints the slowest classes. */
public final class SlowestClasses implements TestExecutionListener {

    /** Numbers of equal width can be sorted. */
    private static final String LINE_FORMAT = "%7.1f s  %7.1f s CPU  %s%n";

    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Start> starts = new ConcurrentHashMap<>();
    private final Path file =
            Path.of("target", "class-seconds", ProcessHandle.current().pid() + ".txt");

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (isClass(identifier)) {
            starts.put(identifier.getUniqueId(), new Start(System.nanoTime(), CpuTime.nanos()));
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Start start = starts.remove(identifier.getUniqueId());
        if (start != null) {
            write(
                    (System.nanoTime() - start.nanos()) / NANOS_PER_SECOND,
                    (CpuTime.nanos() - start.cpuNanos()) / NANOS_PER_SECOND,
                    identifier.getDisplayName());
        }
    }

    private void write(double seconds, double cpuSeconds, String name) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(
                    file,
                    String.format(Locale.ROOT, LINE_FORMAT, seconds, cpuSeconds, name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isClass(TestIdentifier identifier) {
        return identifier.getSource().filter(ClassSource.class::isInstance).isPresent() && identifier.isContainer();
    }

    private record Start(long nanos, long cpuNanos) {}
}
