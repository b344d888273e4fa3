// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of several trials. */
public sealed interface ExperimentResult extends Result permits SweepResult, FindMaxResult, MatrixResult {

    /** {@return the kind of experiment, for example {@value SweepResult#KIND}} */
    String kind();

    /** {@return the start time} */
    Instant startedAt();

    /** {@return true if an early end was requested} */
    boolean interrupted();

    /** {@return the failure outside the trials, for example while dropping tables; {@code null} for none} */
    @Nullable
    String failure();

    /** {@return the consistency conditions, checked after creating the tables} */
    List<Check> checks();

    /** {@return all trials, in order} */
    List<Trial> trials();

    /** {@return true if a trial failed or is missing, or the experiment failed outside the trials or was interrupted} */
    default boolean hasFailed() {
        return interrupted()
                || failure() != null
                || trials().stream()
                        .map(Trial::status)
                        .anyMatch(status -> status == Trial.Status.FAILED || status == Trial.Status.MISSING);
    }

    /** {@return true if it passed: all checks passed, and no stream or consumer lost, repeated or reordered anything} */
    boolean isHeld();
}
