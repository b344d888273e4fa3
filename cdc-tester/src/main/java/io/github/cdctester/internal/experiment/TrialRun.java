// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.result.RunResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a trial.
 *
 * @param reason {@code null} after success
 * @param seconds time of all attempts, including their preparation
 * @param startedIdle true if the stream was idle at the start; {@code null} if unknown
 * @param result partial if the run failed; {@code null} without measurements
 * @param failure {@code null} after success or an interrupt
 * @param stopped true if a stop was requested and the trial did not succeed
 */
public record TrialRun(
        PlannedTrial trial,
        @Nullable String reason,
        Instant startedAt,
        double seconds,
        @Nullable Boolean startedIdle,
        @Nullable RunResult result,
        @Nullable CdcTesterException failure,
        boolean stopped) {

    static final String INTERRUPTED = "interrupted";

    public int attempts() {
        return trial.head().attempt();
    }
}
