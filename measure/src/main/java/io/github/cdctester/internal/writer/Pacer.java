// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.config.LoadSpec;
import org.jspecify.annotations.Nullable;

/**
 * Decides when transactions start: in an open loop according to a schedule, in a closed loop immediately. The schedule does not
 * wait for the server: a late start is made and measured as late, unless a pause skips it.
 */
public final class Pacer {

    /** Start immediately. */
    public static final long NOW = Long.MIN_VALUE;

    static final long OPEN_END = Long.MAX_VALUE;

    /** Position of a worker that has taken no start. */
    public static final double NO_POSITION = Double.NEGATIVE_INFINITY;

    private final @Nullable RateCurve curve;
    private final @Nullable Schedule schedule;
    private volatile long originNanos;
    private volatile long endNanos = OPEN_END;
    private volatile double firstPosition = NO_POSITION;

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

    /** Delays the rest of the schedule after a pause. */
    void shift(long nanos) {
        long movedNanos = originNanos + nanos; // only the thread that controls the run writes it
        originNanos = movedNanos;
    }

    /**
     * Skips all starts before a position. A worker that has taken such a start must check {@link #isSkipped}. Call it
     * while all workers are paused.
     */
    void beginAt(double position) {
        if (schedule != null) {
            schedule.skipTo(position);
            firstPosition = position;
        }
    }

    public boolean isSkipped(double position) {
        return position < firstPosition;
    }

    /** Transactions due at or after this time do not start. */
    void endAt(long nanos) {
        endNanos = nanos;
    }

    long withinSchedule(long nanos) {
        long end = endNanos;
        return end == OPEN_END || nanos - end < 0 ? nanos : end;
    }

    /** Always false for {@link #NOW}. */
    public boolean isPastEnd(long intendedNanos) {
        long end = endNanos;
        return end != OPEN_END && intendedNanos != NOW && intendedNanos - end >= 0;
    }

    public double nextPosition() {
        return schedule == null ? NO_POSITION : schedule.nextPosition();
    }

    public long intendedStartNanos(double position) {
        return curve == null
                ? NOW
                : originNanos + Math.round(1e9 * Math.min(RateCurve.NEVER_SECONDS, curve.secondsUntil(position)));
    }

    /** Returns the expected number of starts before a time. */
    public double positionAt(long nanos) {
        return curve == null ? NO_POSITION : curve.startsWithin(Math.max(0, nanos - originNanos) / 1e9);
    }

    /**
     * Returns the due starts that are not completed. {@code taken} contains the positions that workers have taken, ascending.
     */
    WaitingStarts waitingStarts(long nanos, double[] taken) {
        if (schedule == null) {
            return WaitingStarts.NONE;
        }
        double firstFree = schedule.firstFreePosition();
        double stride = schedule.stride();
        long freeStarts = Math.max(0, (long) Math.ceil((positionAt(withinSchedule(nanos)) - firstFree) / stride));
        return new WaitingStarts(
                taken.length + freeStarts,
                i -> nanos
                        - intendedStartNanos(
                                i < taken.length ? taken[(int) i] : firstFree + stride * (i - taken.length)));
    }

    /**
     * Call it while no worker is active. {@code takenLater} counts starts at or after this time that workers have taken already.
     */
    long scheduledBefore(long nanos, long takenLater) {
        return schedule == null ? 0 : schedule.startsBefore(positionAt(nanos), takenLater);
    }
}
