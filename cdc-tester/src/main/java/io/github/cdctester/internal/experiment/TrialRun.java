// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.result.RunResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a trial.
 *
 * @param reason why it failed; {@code null} where it was done
 * @param seconds how long all attempts took, with the waits for them
 * @param beganAtRest whether the stream was at rest when it began; {@code null} where nobody looked
 * @param result its result; of a run that broke what had been measured; {@code null} where nothing was
 * @param failure what it broke with; {@code null} where it was done or interrupted
 * @param stopped whether somebody wanted the end meanwhile
 */
public record TrialRun(
        PlannedTrial trial,
        @Nullable String reason,
        Instant startedAt,
        double seconds,
        @Nullable Boolean beganAtRest,
        @Nullable RunResult result,
        @Nullable CdcTesterException failure,
        boolean stopped) {

    static final String INTERRUPTED = "interrupted";

    public int attempts() {
        return trial.head().attempt();
    }
}
