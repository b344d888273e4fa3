// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import org.jspecify.annotations.Nullable;

/**
 * Decides when transactions start: in an open loop according to its schedule, in a closed loop immediately. The
 * schedule never waits for the server and skips nothing; a late start is measured as late.
 */
public final class Pacer {

    /** No intended start: start immediately. */
    public static final long NOW = Long.MIN_VALUE;

    /** The schedule has no end. */
    static final long OPEN_END = Long.MAX_VALUE;

    /** Place of a worker that has taken no start. */
    public static final double NO_PLACE = Double.NEGATIVE_INFINITY;

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

    public boolean isOpenLoop() {
        return schedule != null;
    }

    void start(long nowNanos) {
        originNanos = nowNanos;
    }

    /** Moves the rest of the schedule after a pause of the tester itself. */
    void shift(long nanos) {
        long movedNanos = originNanos + nanos; // only the conducting thread writes it
        originNanos = movedNanos;
    }

    /** Skips all starts before a place that were not taken. Call it while all workers are paused. */
    void beginAt(double place) {
        if (schedule != null) {
            schedule.skipTo(place);
            firstPlace = place;
        }
    }

    /** Returns true if a start that a worker has taken is skipped. */
    public boolean isSkipped(double place) {
        return place < firstPlace;
    }

    /**
     * Ends the schedule, and the think times of a closed loop. Transactions due at or after this time are not started.
     */
    void endAt(long nanos) {
        endNanos = nanos;
    }

    /** Returns the given time, or the end of the schedule if that is earlier. */
    long withinSchedule(long nanos) {
        long end = endNanos;
        return end == OPEN_END || nanos - end < 0 ? nanos : end;
    }

    /** Returns true if an intended start is not before the end of the schedule; always false for {@link #NOW}. */
    public boolean isPastEnd(long intendedNanos) {
        long end = endNanos;
        return end != OPEN_END && intendedNanos != NOW && intendedNanos - end >= 0;
    }

    public double nextPlace() {
        return schedule == null ? NO_PLACE : schedule.next();
    }

    public long intendedStartNanos(double place) {
        return curve == null ? NOW : originNanos + Math.round(1e9 * curve.secondsUntil(place));
    }

    /** Returns the place in the schedule at a time: the expected number of starts before it. */
    public double placeAt(long nanos) {
        return curve == null ? NO_PLACE : curve.startsWithin(Math.max(0, nanos - originNanos) / 1e9);
    }

    /**
     * Returns the starts that were due before a time and are not completed.
     *
     * @param taken places that workers have taken, in ascending order
     */
    WaitingStarts waitingStarts(long nanos, double[] taken) {
        if (schedule == null) {
            return WaitingStarts.NONE;
        }
        double firstFree = schedule.firstFree();
        double stride = schedule.stride();
        long freeStarts = Math.max(0, (long) Math.ceil((placeAt(withinSchedule(nanos)) - firstFree) / stride));
        return new WaitingStarts(
                taken.length + freeStarts,
                i -> nanos
                        - intendedStartNanos(
                                i < taken.length ? taken[(int) i] : firstFree + stride * (i - taken.length)));
    }

    /**
     * Returns the number of starts that were scheduled before a time. Call it while no worker is active.
     *
     * @param notDue number of starts at or after this time that workers have already taken
     */
    long scheduledBefore(long nanos, long notDue) {
        return schedule == null ? 0 : schedule.before(placeAt(nanos), notDue);
    }
}
