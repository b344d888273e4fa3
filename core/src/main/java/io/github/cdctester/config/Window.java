// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;

/**
 * The parts of a run: a warm-up that is excluded from all totals, the measured part, and the drain. During the drain
 * nothing is written, and the stream is read up to its end.
 *
 * @param warmUp length of the warm-up; may be zero
 * @param measure length of the measured part; zero for no limit
 * @param events number of transactions after which the measured part ends; 0 for no limit
 * @param drainTimeout time limit for the drain
 */
public record Window(Duration warmUp, Duration measure, long events, Duration drainTimeout) {

    private static final Duration MAX_DURATION = Duration.ofDays(365);

    /** sysbench's defaults: no warm-up, ten seconds. */
    public static final Window DEFAULT =
            new Window(Defaults.WARM_UP, Defaults.MEASURE, Defaults.EVENTS, Defaults.DRAIN_TIMEOUT);

    /** No warm-up and no limits: the run ends when its workload has no more transactions, or when it is stopped. */
    public static final Window UNLIMITED = new Window(Duration.ZERO, Duration.ZERO, 0, Defaults.DRAIN_TIMEOUT);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if a value is negative, or a duration is above 365 days
     */
    public Window {
        check("warmUp", warmUp);
        check("measure", measure);
        check("drainTimeout", drainTimeout);
        if (events < 0) {
            throw new InvalidPlanException("events", events, "a whole number from 0 (0: no limit)");
        }
    }

    /** Creates a warm-up, for {@code window(warmUp(…), measure(…))}. */
    public static WarmUp warmUp(Duration duration) {
        return new WarmUp(duration);
    }

    /**
     * Creates a measured part, for {@code window(warmUp(…), measure(…))}.
     *
     * @param duration time that is measured; zero for no limit
     */
    public static Measure measure(Duration duration) {
        return new Measure(duration);
    }

    /** The warm-up. */
    public record WarmUp(Duration duration) {}

    /**
     * The measured part.
     *
     * @param duration length; zero for no limit
     */
    public record Measure(Duration duration) {}

    private static void check(String property, Duration duration) {
        if (duration.isNegative() || duration.compareTo(MAX_DURATION) > 0) {
            throw new InvalidPlanException(property, duration, "a duration from 0 to 365 days");
        }
    }
}
