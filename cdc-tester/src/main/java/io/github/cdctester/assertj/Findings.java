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
 * Where failures on one result go, and what each of them says beside itself.
 *
 * @param description what the test calls it; empty for nothing
 * @param report where its report is, or {@code null}
 * @param collector takes a failure, or throws it
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

    /** Fails, with what is known of the whole run. */
    void fail(String what) {
        fail(what, List.of());
    }

    /** Fails because of something that a second shows. */
    void fail(String what, @Nullable SampleRow second, String shown) {
        RunResult of = result;
        fail(what, second == null || of == null ? List.of() : SecondInWords.of(of, second, shown));
    }

    private void fail(String what, List<String> second) {
        List<String> lines = new ArrayList<>();
        String name = description.get();
        lines.add((name.isEmpty() ? "" : "[" + name + "] ") + what);
        lines.addAll(second);
        if (result != null) {
            lines.addAll(SecondInWords.ofWholeRun(result));
        }
        if (report != null) {
            lines.add("report: " + report);
        }
        collector.accept(new AssertionError(String.join("\n  ", lines)));
    }
}
