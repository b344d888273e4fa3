// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.report.Results;
import io.github.cdctester.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.JUnitException;

/** Publishes the result of each run of a test. */
final class TestReports {

    /** Replaces JUnit's directory. */
    static final String DIRECTORY_PARAMETER = "cdctester.reports";

    private static final String ENTRY_PREFIX = "cdc-tester.";

    private static final List<ResultValue> VALUES = List.of(
            ResultValues.DELAY.p50(),
            ResultValues.DELAY.p99(),
            ResultValues.DELAY.max(),
            ResultValues.CDC_TPS,
            ResultValues.CDC_EPS,
            ResultValues.CDC_BPS,
            ResultValues.WRITE_TPS,
            ResultValues.WRITE_QPS,
            ResultValues.LATENCY.p99());

    /** For example {@code [test-template-invocation:#2]}. */
    private static final Pattern INVOCATION = Pattern.compile("\\[[\\w-]+:#(\\d+)]");

    private final ExtensionContext context;
    private final List<Path> directories = new ArrayList<>();

    TestReports(ExtensionContext context) {
        this.context = context;
    }

    synchronized List<Path> writtenDirectories() {
        return List.copyOf(directories);
    }

    /** @throws RunFailedException if a file cannot be written */
    synchronized void add(RunResult result) {
        String name = "run-" + (directories.size() + 1);
        Path directory = write(result, name);
        directories.add(directory);
        context.publishReportEntry(entry(result, name, directory));
    }

    void add(String key, String text) {
        context.publishReportEntry(ENTRY_PREFIX + key, text);
    }

    private Path write(RunResult result, String name) {
        Optional<String> configuredDirectory =
                context.getConfigurationParameter(DIRECTORY_PARAMETER).filter(text -> !text.isBlank());
        Path published = configuredDirectory.isPresent() ? null : publish(result, name);
        if (published != null) {
            return published;
        }
        Path root = configuredDirectory
                .map(Path::of)
                .orElseGet(TestReports::buildDirectory)
                .toAbsolutePath();
        Path directory = root.resolve(testDirectory()).resolve(name);
        Results.write(result, directory);
        return directory;
    }

    /** Returns {@code null} if JUnit provides no directory. */
    private @Nullable Path publish(RunResult result, String name) {
        Path[] publishedDirectory = new Path[1];
        try {
            context.publishDirectory("cdc-tester-" + name, directory -> {
                publishedDirectory[0] = directory.toAbsolutePath();
                Results.write(result, directory);
            });
        } catch (JUnitException e) { // a launcher older than the engine does not support files
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof RunFailedException writeFailure) {
                    throw writeFailure;
                }
            }
            return null;
        }
        return publishedDirectory[0];
    }

    private Path testDirectory() {
        Path type = Path.of(context.getRequiredTestClass().getName());
        Matcher invocation = INVOCATION.matcher(context.getUniqueId());
        StringBuilder number = new StringBuilder();
        while (invocation.find()) {
            number.append('-').append(invocation.group(1));
        }
        return context.getTestMethod()
                .map(method -> type.resolve(method.getName() + number))
                .orElse(type);
    }

    private static Path buildDirectory() {
        return Path.of(
                Files.exists(Path.of("pom.xml")) || Files.exists(Path.of("target")) ? "target" : "build", "cdc-tester");
    }

    /** Keys are a prefix and the names in result.json. Unknown values are omitted. */
    private static Map<String, String> entry(RunResult result, String name, Path directory) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put(ENTRY_PREFIX + "run", name);
        entry.put(ENTRY_PREFIX + "verdict", result.verdict().headline());
        entry.put(ENTRY_PREFIX + "interrupted", String.valueOf(result.interrupted()));
        for (ResultValue value : VALUES) {
            Double number = value.valueIn(result);
            if (number != null) {
                entry.put(ENTRY_PREFIX + value.name(), String.format(Locale.ROOT, "%.3f", number));
            }
        }
        entry.put(ENTRY_PREFIX + "report", directory.resolve("report.html").toString());
        return entry;
    }
}
