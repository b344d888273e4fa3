// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.function.LongUnaryOperator;

/**
 * Progress of an open loop's schedule, for a driver that continues the part of another driver. All times are in ns of
 * the same clock.
 *
 * @param originNanos start of the schedule, moved by the length of all pauses
 * @param countedNanos start of counting
 * @param lastReportNanos last time for which the other driver has reported its starts
 * @param fromNanos time from which this driver makes the starts; those since {@code lastReportNanos} count as waiting
 */
public record ScheduleProgress(long originNanos, long countedNanos, long lastReportNanos, long fromNanos) {

    /** Converts all times to another clock. */
    public ScheduleProgress by(LongUnaryOperator clock) {
        return new ScheduleProgress(
                clock.applyAsLong(originNanos),
                clock.applyAsLong(countedNanos),
                clock.applyAsLong(lastReportNanos),
                clock.applyAsLong(fromNanos));
    }
}
