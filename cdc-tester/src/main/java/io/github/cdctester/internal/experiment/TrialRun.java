// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.result.RunResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a trial.
 *
 * @param reason why it failed; {@code null} if it succeeded
 * @param seconds time of all attempts, including waits
 * @param startedIdle whether the stream was idle at the start; {@code null} if unknown
 * @param result its result; partial if the run failed; {@code null} without measurements
 * @param failure the exception; {@code null} if it succeeded or was interrupted
 * @param stopped whether a stop was requested meanwhile
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
