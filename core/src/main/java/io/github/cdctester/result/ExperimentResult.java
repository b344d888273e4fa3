// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of several trials. */
public sealed interface ExperimentResult extends Result permits SweepResult, FindMaxResult, MatrixResult {

    /** {@return the kind of experiment, such as {@value SweepResult#KIND}} */
    String kind();

    /** {@return when it began} */
    Instant startedAt();

    /** {@return true if an early end was requested} */
    boolean interrupted();

    /** {@return the failure outside of the trials, such as dropping tables; {@code null} for none} */
    @Nullable
    String failure();

    /** {@return consistency conditions after making the tables} */
    List<Check> checks();

    /** {@return each trial, in order} */
    List<Trial> trials();

    /** {@return true if a trial failed or is missing, something around them failed, or it was interrupted} */
    default boolean hasFailed() {
        return interrupted()
                || failure() != null
                || trials().stream()
                        .map(Trial::status)
                        .anyMatch(status -> status == Trial.Status.FAILED || status == Trial.Status.MISSING);
    }

    /** {@return true if all limits and checks were held, and each stream was whole} */
    boolean isHeld();
}
