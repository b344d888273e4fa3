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

/** Publishes the results of a test's runs: an entry with the main numbers, and a directory with the files of each. */
final class TestReports {

    /** The configuration parameter with the directory that the files are written to, in place of JUnit's. */
    static final String DIRECTORY_PARAMETER = "cdctester.reports";

    private static final String PREFIX = "cdc-tester.";

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

    /** An invocation such as {@code [test-template-invocation:#2]}, which does not belong to the method's name. */
    private static final Pattern INVOCATION = Pattern.compile("\\[[\\w-]+:#(\\d+)]");

    private final ExtensionContext context;
    private final List<Path> written = new ArrayList<>();

    TestReports(ExtensionContext context) {
        this.context = context;
    }

    /** The directories so far. */
    synchronized List<Path> written() {
        return List.copyOf(written);
    }

    /**
     * Publishes a result.
     *
     * @throws RunFailedException if a file cannot be written
     */
    synchronized void add(RunResult result) {
        String name = "run-" + (written.size() + 1);
        Path directory = write(result, name);
        written.add(directory);
        context.publishReportEntry(entry(result, name, directory));
    }

    /** Publishes a line. */
    void add(String key, String text) {
        context.publishReportEntry(PREFIX + key, text);
    }

    private Path write(RunResult result, String name) {
        Optional<String> asked =
                context.getConfigurationParameter(DIRECTORY_PARAMETER).filter(text -> !text.isBlank());
        Path published = asked.isPresent() ? null : publish(result, name);
        if (published != null) {
            return published;
        }
        Path root = asked.map(Path::of).orElseGet(TestReports::buildDirectory).toAbsolutePath();
        Path directory = root.resolve(placeOfTest()).resolve(name);
        Results.write(result, directory);
        return directory;
    }

    /** Returns the directory for a test's files; {@code null} for none. */
    private @Nullable Path publish(RunResult result, String name) {
        Path[] place = new Path[1];
        try {
            context.publishDirectory("cdc-tester-" + name, directory -> {
                place[0] = directory.toAbsolutePath();
                Results.write(result, directory);
            });
        } catch (JUnitException e) { // a launcher that is older than the engine has nowhere to keep them
            for (Throwable at = e; at != null; at = at.getCause()) {
                if (at instanceof RunFailedException own) {
                    throw own;
                }
            }
            return null;
        }
        return place[0];
    }

    private Path placeOfTest() {
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

    /** Returns values by their names in result.json; unknown values are left out. */
    private static Map<String, String> entry(RunResult result, String name, Path directory) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put(PREFIX + "run", name);
        entry.put(PREFIX + "verdict", result.verdict().headline());
        entry.put(PREFIX + "interrupted", String.valueOf(result.interrupted()));
        for (ResultValue value : VALUES) {
            Double number = value.in(result);
            if (number != null) {
                entry.put(PREFIX + value.name(), String.format(Locale.ROOT, "%.3f", number));
            }
        }
        entry.put(PREFIX + "report", directory.resolve("report.html").toString());
        return entry;
    }
}
