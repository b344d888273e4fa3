// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.result.SampleRow;

/**
 * Tells for one second after the other in which phase the greater part of it lies. Seconds are about one second long, and now and
 * then longer, so their places are found by adding them up.
 */
final class PhaseSeconds {

    /** Between two phases, before the first, behind the last. */
    static final int NONE = -1;

    private final double[] from;
    private final double[] to;
    private int next;
    private double end;
    private boolean begun;

    /**
     * Begins before the first second.
     *
     * @param from when each phase begins, in seconds from the beginning of the measured part, ascending
     */
    PhaseSeconds(double[] from, double[] to) {
        this.from = from;
        this.to = to;
    }

    /** The phase of the next second, from 0; or {@link #NONE}. */
    int phaseOf(SampleRow row) {
        if (row.phase() == SampleRow.Part.WARM_UP) {
            begun = true;
            return NONE;
        }
        if (!begun) {
            begun = true;
            end = row.second() - 1; // the first ones of a very long run may be gone
        }
        double middle = end + row.seconds() / 2;
        end += row.seconds();
        while (next < to.length && middle >= to[next]) {
            next++;
        }
        return next < to.length && middle >= from[next] ? next : NONE;
    }

    /** When the last second ended, in seconds from the beginning of the measured part. */
    double end() {
        return end;
    }
}
