// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * @param description empty if there is none
 * @param report location of the result's report; {@code null} if unknown
 * @param collector stores or throws a failure
 */
record Findings(
        @Nullable RunResult result,
        Supplier<String> description,
        @Nullable Path report,
        Consumer<AssertionError> collector) {

    private static final String PACKAGE_PREFIX = Findings.class.getPackageName() + ".";

    static Findings of(@Nullable RunResult result, Supplier<String> description) {
        return new Findings(result, description, null, failure -> {
            throw failure;
        });
    }

    Findings collectedBy(Consumer<AssertionError> newCollector) {
        return new Findings(result, description, report, newCollector);
    }

    Findings reportedIn(Path reportPath) {
        return new Findings(result, description, reportPath, collector);
    }

    /** For use after a failure that makes further assertions meaningless. */
    Findings ignoringFailures() {
        return collectedBy(failure -> {});
    }

    void fail(String message) {
        fail(message, null, "");
    }

    /** {@code event} describes the event in this second, such as {@code it ended}. */
    void fail(String message, @Nullable SampleRow second, String event) {
        fail(message, second, event, true);
    }

    /** {@code concernsTiming} is true for a delay, latency or rate, and false for a verdict. */
    void fail(String message, @Nullable SampleRow second, String event, boolean concernsTiming) {
        List<String> lines = new ArrayList<>();
        String name = description.get();
        lines.add((name.isEmpty() ? "" : "[" + name + "] ") + message);
        if (result != null) {
            if (second != null) {
                lines.addAll(SecondDescription.of(result, second, event));
            }
            lines.addAll(SecondDescription.ofWholeRun(result, concernsTiming));
        }
        if (report != null) {
            lines.add("report: " + report);
        }
        collector.accept(startingInTest(new AssertionError(String.join("\n  ", lines))));
    }

    /** Removes the frames of this package, like AssertJ removes its own, so that the failure points to the line of the test. */
    static AssertionError startingInTest(AssertionError failure) {
        failure.setStackTrace(Stream.of(failure.getStackTrace())
                .filter(element -> !element.getClassName().startsWith(PACKAGE_PREFIX))
                .toArray(StackTraceElement[]::new));
        return failure;
    }
}
