// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import io.github.cdctester.internal.statistics.StraightLine;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a rate is stable. Each second, a line is fitted through the rates of the last {@link #INTERVAL_SECONDS} seconds. The change
 * of the line over this interval must be less than twice its standard error, and less than 5 % of the mean rate. This must be
 * true in each second of a quarter of the interval, because noise can hide a change in a single second.
 *
 * <p>Simulations, 1,000 each: a flat rate is stable after 74 s at the earliest, and with 3 % of noise nearly always within two
 * minutes. Ramps with 3 % of noise over five minutes: none counted as stable with a rise of 10 % of the first rate per minute,
 * under 3 % with a rise of 7 %. Ramps with 10 % of noise: under 15 % counted as stable with a rise of 20 %.
 *
 * <p>A change below 5 % counts as stable if noise covers it. After a step, the rate is stable only after the interval contains
 * no second before the step. If the seconds of a server vary together, for example around checkpoints, the standard error is
 * too small: the decision then comes later, not too early. A rate of zero is never stable.
 *
 * <p>Not thread-safe.
 */
public final class StableRate implements WaitCondition {

    /** Length of the interval, in s. */
    public static final int INTERVAL_SECONDS = 60;

    /** Largest allowed change over the interval, in per cent of the mean rate, independent of the noise. */
    private static final double MAX_CHANGE_PERCENT = 5;

    private static final double STANDARD_ERRORS = 2;
    private static final double PER_CENT = 100;

    /** The rate must be calm for the interval divided by this number. */
    private static final int CALM_DIVISOR = 4;

    /** Tolerance for sums of doubles, so that a rate without noise is stable. */
    private static final double ROUNDING = 1e-9;

    private final double[] seconds = new double[INTERVAL_SECONDS];
    private final double[] rates = new double[INTERVAL_SECONDS];
    private int next;
    private boolean isFull;

    /** Number of latest seconds in which the change was within the limits. */
    private int calmSeconds;

    /**
     * Adds a second.
     *
     * @param length exact length of the second, in s; more than 0
     * @param perSecond rate in this second
     */
    public void add(double length, double perSecond) {
        seconds[next] = length;
        rates[next] = perSecond;
        next = (next + 1) % rates.length;
        isFull |= next == 0;
        calmSeconds = isFull && isChangeSmall() ? calmSeconds + 1 : 0;
    }

    @Override
    public boolean isMet() {
        return calmSeconds >= rates.length / CALM_DIVISOR;
    }

    @Override
    public String state() {
        String last = PlainText.number(rates[(next + rates.length - 1) % rates.length]);
        return "the rate is " + last + ", wanted stable over " + INTERVAL_SECONDS + " s";
    }

    private boolean isChangeSmall() {
        List<StraightLine.Point> points = new ArrayList<>();
        double total = 0;
        for (int i = 0; i < rates.length; i++) {
            int index = (next + i) % rates.length; // from the oldest second
            points.add(new StraightLine.Point(total + seconds[index] / 2, rates[index]));
            total += seconds[index];
        }
        StraightLine line = StraightLine.of(points).orElseThrow();
        double change = Math.abs(line.slope() * total);
        return line.mean() > 0
                && change <= STANDARD_ERRORS * line.error() * total + ROUNDING * line.mean()
                && change <= MAX_CHANGE_PERCENT / PER_CENT * line.mean();
    }
}
