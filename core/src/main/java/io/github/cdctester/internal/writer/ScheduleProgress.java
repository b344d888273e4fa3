// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.function.LongUnaryOperator;

/**
 * Progress of an open loop's schedule, for a driver that takes over the share of another driver. All times are in ns of
 * the same clock.
 *
 * @param originNanos start of the schedule, plus the length of all pauses
 * @param countedNanos time from which starts are counted
 * @param lastReportNanos time of the other driver's last report
 * @param fromNanos time at which this driver takes over; starts between {@code lastReportNanos} and this time count as
 *     waiting
 */
public record ScheduleProgress(long originNanos, long countedNanos, long lastReportNanos, long fromNanos) {

    /** Converts all times to another clock. */
    public ScheduleProgress convertedTo(LongUnaryOperator clock) {
        return new ScheduleProgress(
                clock.applyAsLong(originNanos),
                clock.applyAsLong(countedNanos),
                clock.applyAsLong(lastReportNanos),
                clock.applyAsLong(fromNanos));
    }
}
