// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.function.LongUnaryOperator;

/**
 * Progress of an open loop's schedule, for a driver that continues another driver's part. All by one clock, in ns.
 *
 * @param originNanos when the schedule began; pauses are left out, as if it had begun later
 * @param countedNanos start of counting
 * @param heardNanos end of the time in which the other driver is known to have made the starts
 * @param fromNanos start of the time in which this driver makes them; starts between the two times count as starts that waited
 */
public record ScheduleProgress(long originNanos, long countedNanos, long heardNanos, long fromNanos) {

    /** Returns a copy for another clock. */
    public ScheduleProgress by(LongUnaryOperator clock) {
        return new ScheduleProgress(
                clock.applyAsLong(originNanos),
                clock.applyAsLong(countedNanos),
                clock.applyAsLong(heardNanos),
                clock.applyAsLong(fromNanos));
    }
}
