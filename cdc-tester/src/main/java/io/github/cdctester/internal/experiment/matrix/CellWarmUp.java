// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.failure.InvalidPlanException;
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
     * @return such as {@code until cpu >= 99, 5 min at most}, without the times of a single cell
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

    /**
     * Until a second's reading of a probe is at a bound.
     *
     * @param atLeast whether the bound is a lower one ({@code >=}) or an upper one ({@code <=})
     * @param bound the bound, in the probe's unit
     */
    record UntilProbe(String probe, boolean atLeast, double bound, Duration longest) implements CellWarmUp {

        public UntilProbe {
            check(longest, Duration.ofSeconds(1));
            if (!Double.isFinite(bound)) {
                throw new InvalidPlanException("warmUp", bound, "a number that the probe " + probe + " can reach");
            }
        }

        @Override
        public String words() {
            return "until " + probe + (atLeast ? " >= " : " <= ")
                    + PlainText.number(bound) + ", " + seconds(longest)
                    + " at most";
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
