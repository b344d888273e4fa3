// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import io.github.cdctester.internal.statistics.StraightLine;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides when a rate is stable. Not thread-safe. A line is fitted through the rates of the last {@link #INTERVAL_SECONDS} seconds. Its
 * change over this interval must be at most twice its standard error, and at most 5 % of the mean rate. Both must be true for a quarter of
 * the interval, because noise can hide a change in a single second.
 *
 * <p>Results of 1,000 simulations per case: a flat rate is stable after 74 s at the earliest, and with 3 % noise nearly always within two
 * minutes. With 3 % noise, no ramp of 10 % per minute over five minutes was reported as stable. For ramps of 7 % per minute, it was fewer
 * than 3 %. With 10 % noise and ramps of 20 %, it was fewer than 15 %.
 *
 * <p>Limits: noise hides a change below 5 %. After a step, the rate is stable only if the interval contains no second before the step.
 * Correlated rates, for example around checkpoints, are reported as stable later, not too early. A rate of zero is never stable.
 */
public final class StableRate implements WaitCondition {

    public static final int INTERVAL_SECONDS = 60;

    /** Maximum change over the interval, in percent of the mean rate, independent of the noise. */
    private static final double MAX_CHANGE_PERCENT = 5;

    private static final double MAX_STANDARD_ERRORS = 2;
    /** The change must stay within the limits for the interval divided by this number. */
    private static final int STABLE_TIME_DIVISOR = 4;

    /** A rate without noise is stable in spite of rounding. */
    private static final double ROUNDING = 1e-9;

    private final double[] seconds = new double[INTERVAL_SECONDS];
    private final double[] rates = new double[INTERVAL_SECONDS];
    private int nextIndex;
    private boolean isFull;

    /** Number of latest seconds in which the change was within the limits. */
    private int stableSeconds;

    /** @param length exact length of the second, in s; more than 0 */
    public void add(double length, double perSecond) {
        seconds[nextIndex] = length;
        rates[nextIndex] = perSecond;
        nextIndex = (nextIndex + 1) % rates.length;
        isFull |= nextIndex == 0;
        stableSeconds = isFull && isChangeSmall() ? stableSeconds + 1 : 0;
    }

    @Override
    public boolean isMet() {
        return stableSeconds >= rates.length / STABLE_TIME_DIVISOR;
    }

    @Override
    public String state() {
        String lastRate = PlainText.number(rates[(nextIndex + rates.length - 1) % rates.length]);
        return "the rate is " + lastRate + ", wanted stable over " + INTERVAL_SECONDS + " s";
    }

    private boolean isChangeSmall() {
        List<StraightLine.Point> points = new ArrayList<>();
        double totalSeconds = 0;
        for (int i = 0; i < rates.length; i++) {
            int index = (nextIndex + i) % rates.length; // from the oldest second
            points.add(new StraightLine.Point(totalSeconds + seconds[index] / 2, rates[index]));
            totalSeconds += seconds[index];
        }
        StraightLine line = StraightLine.of(points).orElseThrow();
        double change = Math.abs(line.slope() * totalSeconds);
        return line.mean() > 0
                && change <= MAX_STANDARD_ERRORS * line.slopeError() * totalSeconds + ROUNDING * line.mean()
                && change <= MAX_CHANGE_PERCENT / 100 * line.mean();
    }
}
