// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import org.jspecify.annotations.Nullable;

/**
 * One run of a sweep.
 *
 * @param step which step, from 1
 * @param repeat which run of this step, from 1
 * @param value the axis' value: workers, starts a second, bytes or warehouses
 * @param label the same as it was written
 * @param status what became of it
 * @param reason why it failed or was skipped; {@code null} where it was done
 * @param folder where its own files are, below the sweep's directory
 * @param beganAtRest whether the stream was at rest when it began; {@code null} where nobody looked
 * @param settling the wait behind it; {@code null} where none was needed, as behind the last
 * @param result the run's result, unchanged; of a run that broke what had been measured; {@code null} where nothing was
 */
public record StepResult(
        int step,
        int repeat,
        double value,
        String label,
        Status status,
        @Nullable String reason,
        String folder,
        @Nullable Boolean beganAtRest,
        @Nullable Settling settling,
        @Nullable RunResult result) {

    /** What became of a step. */
    public enum Status {
        /** It ran to its end. */
        DONE,
        /** It broke, could not begin, or was interrupted. */
        FAILED,
        /** It was not begun. */
        SKIPPED
    }

    /**
     * Adds the wait.
     *
     * @param behind how the wait behind this run ended
     * @return the same with it
     */
    public StepResult withSettling(@Nullable Settling behind) {
        return new StepResult(step, repeat, value, label, status, reason, folder, beganAtRest, behind, result);
    }
}
