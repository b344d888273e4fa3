// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

/** Transactions a second by the log's own seconds. The first and the last second are left out, as only a part of them was seen. */
final class RateOverTime {

    private long second = Long.MIN_VALUE;
    private long inSecond;
    private boolean first = true;
    private long all;
    private long seconds;
    private double sum;
    private double squares;

    void add(long at) {
        all++;
        if (at > second && second != Long.MIN_VALUE) {
            if (!first) {
                long silent = at - second - 1;
                seconds += silent + 1;
                sum += inSecond;
                squares += (double) inSecond * inSecond;
            } else {
                seconds += at - second - 1;
            }
            first = false;
            inSecond = 0;
        }
        second = Math.max(second, at); // servers commit a little out of order
        inSecond++;
    }

    /** Transactions a second; of a stretch without a whole second, all of them. */
    double mean() {
        return seconds == 0 ? all : sum / seconds;
    }

    /** The index of dispersion of the seconds, variance by mean: 1 where transactions come independently; 0 where that is not known. */
    double dispersion() {
        if (seconds < 2 || sum == 0) {
            return 0;
        }
        double mean = sum / seconds;
        return (squares - seconds * mean * mean) / (seconds - 1) / mean;
    }
}
