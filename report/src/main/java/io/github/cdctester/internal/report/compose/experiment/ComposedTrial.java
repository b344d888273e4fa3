// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial;
import java.util.Objects;

/**
 * A trial as a document of its experiment names it.
 *
 * @param where its step, such as {@code threads 64}
 * @param suite the name of its test suite, such as {@code threads 64, run 2}
 */
public record ComposedTrial(String where, String suite, Trial trial) {

    /** Returns the result of a trial that has one. */
    public RunResult run() {
        return Objects.requireNonNull(trial.result(), trial.folder());
    }
}
