// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives failures on one result, and adds context to each of them.
 *
 * @param description the test's name for it empty for nothing
 * @param report its report, or {@code null}
 * @param collector stores a failure, or throws it
 */
record Findings(
        @Nullable RunResult result,
        Supplier<String> description,
        @Nullable Path report,
        Consumer<AssertionError> collector) {

    static Findings of(@Nullable RunResult result, Supplier<String> description) {
        return new Findings(result, description, null, failure -> {
            throw failure;
        });
    }

    Findings collectedBy(Consumer<AssertionError> other) {
        return new Findings(result, description, report, other);
    }

    Findings reportedIn(Path place) {
        return new Findings(result, description, place, collector);
    }

    /** For a request that did not make sense: no further assertion on it can fail. */
    Findings silent() {
        return collectedBy(failure -> {});
    }

    /** Fails, with a summary of the whole run. */
    void fail(String what) {
        fail(what, null, "");
    }

    /** Fails because of something that a second shows. */
    void fail(String what, @Nullable SampleRow second, String shown) {
        fail(what, second, shown, true);
    }

    /** Fails the assertion; {@code timed} if it is about a delay, a latency or a rate, rather than a verdict. */
    void fail(String what, @Nullable SampleRow second, String shown, boolean timed) {
        List<String> lines = new ArrayList<>();
        String name = description.get();
        lines.add((name.isEmpty() ? "" : "[" + name + "] ") + what);
        if (result != null) {
            if (second != null) {
                lines.addAll(SecondInWords.of(result, second, shown));
            }
            lines.addAll(SecondInWords.ofWholeRun(result, timed));
        }
        if (report != null) {
            lines.add("report: " + report);
        }
        collector.accept(new AssertionError(String.join("\n  ", lines)));
    }
}
