// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import java.util.Arrays;
import java.util.Optional;

/**
 * The points of a curve as they come, of which few are kept: of each stretch the lowest and the highest, so that no peak is lost.
 * A stretch without a value is one gap. Needs as much memory for a day as for an hour. For one thread.
 */
public final class DownSampling {

    /** So many points a curve are kept: more than a screen has pixels for, and few enough for a page that is sent around. */
    public static final int MOST_POINTS = 1_200;

    /** Of longer ones: a page of an hour has some twenty curves, and is to stay below 2 MB. */
    private static final int THINNED_POINTS = 900;

    private final long stretch;
    private double[] x = new double[16];
    private double[] y = new double[16];
    private int size;

    private long inStretch;
    private double firstX;
    private boolean found;
    private double lowX;
    private double lowY;
    private double highX;
    private double highY;

    /** Begins a curve. */
    public DownSampling(long points) {
        stretch = stretchOf(points);
    }

    /** Makes a whole curve smaller. */
    public static DownSampling of(double[] x, double[] y) {
        DownSampling curve = new DownSampling(x.length);
        for (int i = 0; i < x.length; i++) {
            curve.add(x[i], y[i]);
        }
        return curve;
    }

    /** So many points make one stretch. */
    static long stretchOf(long points) {
        int stretches = THINNED_POINTS / 2;
        return points <= MOST_POINTS ? 1 : (points + stretches - 1) / stretches;
    }

    /**
     * Says what was done to curves of so many points.
     *
     * @param what what one of them is, such as {@code seconds}
     * @return a sentence for the reader; empty where all are drawn
     */
    public static Optional<String> note(long points, String what) {
        long stretch = stretchOf(points);
        return stretch == 1
                ? Optional.empty()
                : Optional.of("Of every " + stretch + " " + what + " the lowest and the highest value are drawn.");
    }

    /** Adds the next point. */
    public void add(double atX, double value) {
        boolean finite = Double.isFinite(value);
        if (stretch == 1) {
            keep(atX, finite ? value : Double.NaN);
            return;
        }
        if (inStretch == 0) {
            firstX = atX;
            found = false;
        }
        if (finite && (!found || value < lowY)) {
            lowX = atX;
            lowY = value;
        }
        if (finite && (!found || value > highY)) {
            highX = atX;
            highY = value;
        }
        found |= finite;
        inStretch++;
        if (inStretch == stretch) {
            endInterval();
        }
    }

    private void endInterval() {
        if (inStretch == 0) {
            return;
        }
        inStretch = 0;
        if (!found) {
            keep(firstX, Double.NaN);
        } else if (lowX < highX) {
            keep(lowX, lowY);
            keep(highX, highY);
        } else {
            keep(highX, highY);
            if (highX < lowX) {
                keep(lowX, lowY);
            }
        }
    }

    private void keep(double atX, double value) {
        if (size == x.length) {
            x = Arrays.copyOf(x, 2 * size);
            y = Arrays.copyOf(y, 2 * size);
        }
        x[size] = atX;
        y[size] = value;
        size++;
    }

    /** Where the kept points are. */
    public double[] x() {
        endInterval();
        return Arrays.copyOf(x, size);
    }

    /** Tells the values of the kept points. */
    public double[] y() {
        endInterval();
        return Arrays.copyOf(y, size);
    }

    /** Whether there is anything to draw. */
    public boolean isEmpty() {
        endInterval();
        for (int i = 0; i < size; i++) {
            if (!Double.isNaN(y[i])) {
                return false;
            }
        }
        return true;
    }
}
