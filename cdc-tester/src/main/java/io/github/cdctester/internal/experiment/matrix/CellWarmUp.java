// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.text.PlainText;
import java.time.Duration;
import java.util.Optional;

/**
 * @param maxDuration with {@code until}, the maximum duration
 * @param until ends the warm-up earlier: values of a probe, read once per second, or a stable rate
 */
public record CellWarmUp(Duration maxDuration, Optional<PhaseEnd> until) {

    private static final Duration MAX_DURATION = Duration.ofDays(1);

    public CellWarmUp {
        Duration min = until.isPresent() ? Duration.ofSeconds(1) : Duration.ZERO;
        if (maxDuration.compareTo(min) < 0 || maxDuration.compareTo(MAX_DURATION) > 0) {
            throw new InvalidPlanException(
                    "warmUp", maxDuration, "a duration from " + min.toSeconds() + " s to one day");
        }
    }

    public static CellWarmUp fixed(Duration time) {
        return new CellWarmUp(time, Optional.empty());
    }

    /** Returns a text such as {@code until cpu is above 99 %, 300 s at most}. */
    String describe() {
        String seconds = PlainText.number(maxDuration.toMillis() / 1e3) + " s";
        return until.map(end -> "until " + end + ", " + seconds + " at most").orElse(seconds);
    }
}
