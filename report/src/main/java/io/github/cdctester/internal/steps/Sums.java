// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

/**
 * Prefix sums of values in units of their noise. They give the squared deviation of any interval from its mean or from a
 * straight line in constant time.
 */
final class Sums {

    private final double[] seconds;
    // prefix sums of the values y, the times t, and their products
    private final double[] y;
    private final double[] yy;
    private final double[] t;
    private final double[] tt;
    private final double[] ty;

    Sums(double[] seconds, double[] values, double unit) {
        int count = values.length;
        this.seconds = seconds;
        y = new double[count + 1];
        yy = new double[count + 1];
        t = new double[count + 1];
        tt = new double[count + 1];
        ty = new double[count + 1];
        double zero = values[count / 2]; // subtracting a value preserves precision when numbers are squared
        for (int i = 0; i < count; i++) {
            double value = (values[i] - zero) / unit;
            double time = seconds[i] - seconds[0];
            y[i + 1] = y[i] + value;
            yy[i + 1] = yy[i] + value * value;
            t[i + 1] = t[i] + time;
            tt[i + 1] = tt[i] + time * time;
            ty[i + 1] = ty[i] + time * value;
        }
    }

    int count() {
        return seconds.length;
    }

    double sumBefore(int index) {
        return y[index];
    }

    double mean(int from, int to) {
        return (y[to] - y[from]) / (to - from);
    }

    double squaresAroundMean(int from, int to) {
        double sum = y[to] - y[from];
        return Math.max(0, yy[to] - yy[from] - sum * sum / (to - from));
    }

    /**
     * Returns the sum of squared distances from the line between {@code last} on one level and {@code first} on the next. Both
     * indexes are excluded.
     */
    double squaresAroundLine(int last, double lastLevel, int first, double firstLevel) {
        int from = last + 1;
        if (from >= first) {
            return 0;
        }
        double zero = seconds[last] - seconds[0];
        double slope = (firstLevel - lastLevel) / (seconds[first] - seconds[last]);
        double base = lastLevel - slope * zero;
        int count = first - from;
        double sumY = y[first] - y[from];
        double sumT = t[first] - t[from];
        double squares = yy[first]
                - yy[from]
                - 2 * base * sumY
                - 2 * slope * (ty[first] - ty[from])
                + count * base * base
                + 2 * base * slope * sumT
                + slope * slope * (tt[first] - tt[from]);
        return Math.max(0, squares);
    }
}
