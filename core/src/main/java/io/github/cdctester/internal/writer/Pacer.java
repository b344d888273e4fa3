// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import org.jspecify.annotations.Nullable;

/**
 * Decides when transactions start: in an open loop at the times of its schedule, in a closed loop at once. The schedule never waits
 * for the server and never skips; a late start is measured as late.
 */
final class Pacer {

    /** There is no schedule: start when ready. */
    static final long NOW = Long.MIN_VALUE;

    /** The schedule has no end. */
    static final long OPEN_END = Long.MAX_VALUE;

    /** The place of a worker that has taken no start. */
    static final double NO_PLACE = Double.NEGATIVE_INFINITY;

    private final @Nullable RateCurve curve;
    private final @Nullable Schedule schedule;
    private volatile long originNanos;
    private volatile long endNanos = OPEN_END;
    private volatile double firstPlace = NO_PLACE;

    Pacer(LoadSpec load, LoadShare share) {
        if (load instanceof LoadSpec.OpenLoop open) {
            curve = RateCurve.of(open.rate());
            schedule = Schedule.of(open.arrivals(), share);
        } else {
            curve = null;
            schedule = null;
        }
    }

    boolean isOpenLoop() {
        return schedule != null;
    }

    void start(long nowNanos) {
        originNanos = nowNanos;
    }

    /** Moves the rest of the schedule, after a pause that the tester itself made. */
    void shift(long nanos) {
        long moved = originNanos + nanos; // only the conducting thread writes it
        originNanos = moved;
    }

    /** Leaves out the starts before a place that were not made; while all workers are paused. */
    void beginAt(double place) {
        if (schedule != null) {
            schedule.skipTo(place);
            firstPlace = place;
        }
    }

    /** Returns true if a start that was taken is left out. */
    boolean isLeftOut(double place) {
        return place < firstPlace;
    }

    /** Ends the schedule, and the think times of a closed loop: a start of that moment or later is not begun. */
    void endAt(long nanos) {
        endNanos = nanos;
    }

    /** Returns the time, or the schedule's end if that is earlier. */
    long withinSchedule(long nanos) {
        long end = endNanos;
        return end == OPEN_END || nanos - end < 0 ? nanos : end;
    }

    /** Returns true if an intended start is none, as the load ends before it; one of {@link #NOW} never is. */
    boolean isBehindEnd(long intendedNanos) {
        long end = endNanos;
        return end != OPEN_END && intendedNanos != NOW && intendedNanos - end >= 0;
    }

    double nextPlace() {
        return schedule == null ? NO_PLACE : schedule.next();
    }

    long intendedStartNanos(double place) {
        return curve == null ? NOW : originNanos + Math.round(1e9 * curve.secondsUntil(place));
    }

    /** The place in the schedule that a moment has: how many starts are expected before it. */
    double placeAt(long nanos) {
        return curve == null ? NO_PLACE : curve.startsWithin(Math.max(0, nanos - originNanos) / 1e9);
    }

    /**
     * Lists the starts that were due before a moment and are not done.
     *
     * @param taken the places that workers have taken, in ascending order
     */
    WaitingStarts waiting(long nanos, double[] taken) {
        if (schedule == null) {
            return WaitingStarts.NONE;
        }
        double firstLeft = schedule.firstLeft();
        double stride = schedule.stride();
        long left = Math.max(0, (long) Math.ceil((placeAt(withinSchedule(nanos)) - firstLeft) / stride));
        return new WaitingStarts(
                taken.length + left,
                i -> nanos
                        - intendedStartNanos(
                                i < taken.length ? taken[(int) i] : firstLeft + stride * (i - taken.length)));
    }

    /**
     * Counts the transactions that were meant to have started before a moment.
     *
     * @param notDue how many starts of that moment or later were taken already; for when no worker is on its way
     */
    long scheduledBefore(long nanos, long notDue) {
        return schedule == null ? 0 : schedule.before(placeAt(nanos), notDue);
    }
}
