// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.run.phases.PlannedPhase.PhaseEnd;
import io.github.cdctester.internal.text.PlainText;
import java.time.Duration;
import java.util.Optional;

/**
 * How a cell warms up before it is measured.
 *
 * @param longest its duration; the maximum if something ends it earlier
 * @param until what ends it before that: the readings of a probe, one a second, or a stable rate
 */
public record CellWarmUp(Duration longest, Optional<PhaseEnd> until) {

    private static final Duration LONGEST = Duration.ofDays(1);

    public CellWarmUp {
        Duration least = until.isPresent() ? Duration.ofSeconds(1) : Duration.ZERO;
        if (longest.compareTo(least) < 0 || longest.compareTo(LONGEST) > 0) {
            throw new InvalidPlanException("warmUp", longest, "a duration from " + least.toSeconds() + " s to one day");
        }
    }

    public static CellWarmUp fixed(Duration time) {
        return new CellWarmUp(time, Optional.empty());
    }

    /**
     * The end that it waits for, in words.
     *
     * @return such as {@code until cpu is above 99 %, 300 s at most}, without the times of a single cell
     */
    String words() {
        String seconds = PlainText.number(longest.toMillis() / 1e3) + " s";
        return until.map(end -> "until " + end + ", " + seconds + " at most").orElse(seconds);
    }
}
