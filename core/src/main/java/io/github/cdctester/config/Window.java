// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;

/**
 * When a run measures: a warm-up that no total contains, then the measured time, then the drain. During the drain nothing is
 * written, and the stream is followed to its end.
 *
 * @param warmUp time before measuring; may be zero
 * @param measure time that is measured; zero for no limit
 * @param events transactions after which the measured part ends, or 0 for no limit
 * @param drainTimeout how long to wait for the end of the stream
 */
public record Window(Duration warmUp, Duration measure, long events, Duration drainTimeout) {

    private static final Duration LONGEST = Duration.ofDays(365);

    /** sysbench's defaults: no warm-up, ten seconds. */
    public static final Window DEFAULT =
            new Window(Defaults.WARM_UP, Defaults.MEASURE, Defaults.EVENTS, Defaults.DRAIN_TIMEOUT);

    /** No warm-up and no limit: the run ends when all its transactions are done. */
    public static final Window WITHOUT_END = new Window(Duration.ZERO, Duration.ZERO, 0, Defaults.DRAIN_TIMEOUT);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a value is negative or a duration is above a year
     */
    public Window {
        check("warmUp", warmUp);
        check("measure", measure);
        check("drainTimeout", drainTimeout);
        if (events < 0) {
            throw new InvalidPlanException("events", events, "a whole number from 0 (0: no limit)");
        }
    }

    /**
     * A warm-up, for {@code window(warmUp(…), measure(…))}.
     */
    public static WarmUp warmUp(Duration duration) {
        return new WarmUp(duration);
    }

    /**
     * A measured time, for {@code window(warmUp(…), measure(…))}.
     *
     * @param duration time that is measured; zero for no limit
     */
    public static Measure measure(Duration duration) {
        return new Measure(duration);
    }

    /** The time before measuring. */
    public record WarmUp(Duration duration) {}

    /**
     * The time that is measured.
     *
     * @param duration its length; zero for no limit
     */
    public record Measure(Duration duration) {}

    private static void check(String property, Duration duration) {
        if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
            throw new InvalidPlanException(property, duration, "a duration from 0 to 365 days");
        }
    }
}
