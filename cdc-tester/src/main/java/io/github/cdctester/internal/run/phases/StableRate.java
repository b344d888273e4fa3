// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import io.github.cdctester.internal.statistics.StraightLine;
import io.github.cdctester.internal.text.PlainText;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches a rate second by second, and decides when it is stable. It fits a line through the seconds of an interval. The line's
 * change over the interval must be less than twice its standard error, and less than the largest allowed change. This must be true
 * in each second for a quarter of the interval, because noise may hide anything in a single one.
 *
 * <p>With intervals of a minute, a flat rate is found after 75 s at the earliest. With 3 % of noise it is found within two minutes
 * in nearly all of 1,000 simulations. Ramps with 3 % of noise were simulated 1,000 times for five minutes. No ramp with a rise of 10 %
 * of the first rate per minute was taken for stable. Under 3 % of ramps with 7 % were. With 10 % of noise it is under 15 % of ramps
 * with 20 %. A change below the largest allowed one counts as stable whenever noise covers it. After a step, the interval must
 * first be past the earlier seconds. If the seconds of a server vary together, for example around checkpoints, the standard error
 * is too small. Then it takes longer; it does not stop too soon. A rate of zero is never stable.
 *
 * <p>For one thread.
 */
public final class StableRate implements WaitCondition {

    /** The seconds that are looked at. */
    public static final int STRETCH = 60;

    /** The largest change over them, in per cent of the mean rate, however much noise there is. */
    private static final double MAX_CHANGE = 5;

    private static final double STANDARD_ERRORS = 2;
    private static final double PER_CENT = 100;

    /** Share of the interval. */
    private static final int CALM_SHARE = 4;

    /** For sums of doubles: a rate without any noise is also stable. */
    private static final double ROUNDING = 1e-9;

    private final double[] seconds = new double[STRETCH];
    private final double[] rates = new double[STRETCH];
    private int next;
    private boolean full;

    /** For how many seconds its change has been inside of its noise. */
    private int calm;

    /**
     * One more second has passed.
     *
     * @param length how long it really was, in s; more than 0
     */
    public void add(double length, double perSecond) {
        seconds[next] = length;
        rates[next] = perSecond;
        next = (next + 1) % rates.length;
        full |= next == 0;
        calm = full && changesLittle() ? calm + 1 : 0;
    }

    /** Returns true if enough seconds were seen, and the rate does not change any more than its noise. */
    @Override
    public boolean isMet() {
        return calm >= rates.length / CALM_SHARE;
    }

    @Override
    public String state() {
        String last = PlainText.number(rates[(next + rates.length - 1) % rates.length]);
        return "the rate is " + last + ", wanted stable over " + STRETCH + " s";
    }

    private boolean changesLittle() {
        List<StraightLine.Point> points = new ArrayList<>();
        double total = 0;
        for (int i = 0; i < rates.length; i++) {
            int at = (next + i) % rates.length; // from the oldest one
            points.add(new StraightLine.Point(total + seconds[at] / 2, rates[at]));
            total += seconds[at];
        }
        StraightLine line = StraightLine.of(points).orElseThrow();
        double change = Math.abs(line.slope() * total);
        return line.mean() > 0
                && change <= STANDARD_ERRORS * line.error() * total + ROUNDING * line.mean()
                && change <= MAX_CHANGE / PER_CENT * line.mean();
    }
}
