// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.TestCase.Outcome;
import io.github.cdctester.result.RunResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A trial as a document of its experiment names it.
 *
 * @param where its step, such as {@code threads 64}
 * @param suite the name of its test suite, such as {@code threads 64, run 2}
 * @param folder the folder of its files, below the experiment's directory
 * @param end {@code PASSED} if it ran to its end, {@code ERROR} if it failed, {@code SKIPPED} if it was not started
 * @param reason why it did not run to its end; {@code null} if it did, or the reason is not known
 * @param beganAtRest true if the stream was at rest before it; {@code null} if that is not known
 * @param result its result; {@code null} if nothing was measured
 */
public record ComposedTrial(
        String where,
        String suite,
        String folder,
        Outcome end,
        @Nullable String reason,
        @Nullable Boolean beganAtRest,
        @Nullable RunResult result) {

    /** Returns the result of a trial that has one. */
    public RunResult run() {
        return Objects.requireNonNull(result, folder);
    }
}
