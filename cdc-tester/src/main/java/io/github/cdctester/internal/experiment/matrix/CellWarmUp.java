// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.ProbeCondition;
import io.github.cdctester.internal.run.phases.StableRate;
import io.github.cdctester.internal.text.PlainText;
import java.time.Duration;

/** How a cell warms up before it is measured. */
public sealed interface CellWarmUp {

    Duration LONGEST = Duration.ofDays(1);

    Duration longest();

    /**
     * The end that it waits for, in words.
     *
     * @return such as {@code until cpu is above 99 %, 300 s at most}, without the times of a single cell
     */
    String words();

    /** A fixed time. */
    record Fixed(Duration longest) implements CellWarmUp {

        public Fixed {
            check(longest, Duration.ZERO);
        }

        @Override
        public String words() {
            return seconds(longest);
        }
    }

    /** Until the readings of a probe, one a second, are as they are to be. */
    record UntilProbe(ProbeCondition.Goal goal, Duration longest) implements CellWarmUp {

        public UntilProbe {
            check(longest, Duration.ofSeconds(1));
        }

        @Override
        public String words() {
            return "until " + goal + ", " + seconds(longest) + " at most";
        }
    }

    /** Until the rate is stable. */
    record UntilStable(Duration longest) implements CellWarmUp {

        public UntilStable {
            check(longest, Duration.ofSeconds(1));
        }

        @Override
        public String words() {
            return "until the rate is stable over " + StableRate.STRETCH + " s" + ", " + seconds(longest) + " at most";
        }
    }

    private static void check(Duration duration, Duration least) {
        if (duration.compareTo(least) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new InvalidPlanException(
                    "warmUp", duration, "a duration from " + least.toSeconds() + " s to one day");
        }
    }

    private static String seconds(Duration duration) {
        return PlainText.number(duration.toMillis() / 1e3) + " s";
    }
}
