// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.result.SweepResult.Settling;
import org.jspecify.annotations.Nullable;

/**
 * One run of an experiment.
 *
 * @param step its step in a sweep, or its number in a search or a matrix, from 1
 * @param repeat which run with the same values, from 1
 * @param value the value of the axis: workers, starts a second, bytes or warehouses
 * @param label the same value as it was written
 * @param status how it ended
 * @param reason why it failed or was skipped; {@code null} if it did neither
 * @param folder the folder of its own files, below the experiment's directory
 * @param beganAtRest true if the stream was at rest when it began; {@code null} if that is not known
 * @param settling the wait after it; {@code null} if none was needed, as after the last trial
 * @param result the run's result; partial if the run failed, and {@code null} if nothing was measured. A matrix does not contain the
 *     results of its runs: they are in their folders.
 */
public record Trial(
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

    /** How a trial ended. */
    public enum Status {
        /** It ran to its end. */
        DONE,
        /** It broke, could not begin, or was interrupted. */
        FAILED,
        /** It was not started, and will not be. */
        SKIPPED,
        /** It was not started yet. */
        MISSING
    }

    /**
     * Adds the wait.
     *
     * @param after how the wait after this run ended
     * @return the same trial with it
     */
    public Trial withSettling(@Nullable Settling after) {
        return new Trial(step, repeat, value, label, status, reason, folder, beganAtRest, after, result);
    }
}
