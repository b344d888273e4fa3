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

/**
 * Writes what each class took, its servers' starts included, into a file for each JVM; the build prints the slowest of all
 * files together when the suites are through.
 */
public final class SlowestClasses implements TestExecutionListener {

    /** A line as wide as the next one, so that lines can be sorted. */
    private static final String LINE = "%7.1f s  %s%n";

    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Long> startNanos = new ConcurrentHashMap<>();
    private final Path file =
            Path.of("target", "class-seconds", ProcessHandle.current().pid() + ".txt");

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (isClass(identifier)) {
            startNanos.put(identifier.getUniqueId(), System.nanoTime());
        }
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Long start = startNanos.remove(identifier.getUniqueId());
        if (start != null) {
            write((System.nanoTime() - start) / NANOS_PER_SECOND, identifier.getDisplayName());
        }
    }

    private void write(double seconds, String name) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(
                    file,
                    String.format(Locale.ROOT, LINE, seconds, name),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isClass(TestIdentifier identifier) {
        return identifier.getSource().filter(ClassSource.class::isInstance).isPresent() && identifier.isContainer();
    }
}
