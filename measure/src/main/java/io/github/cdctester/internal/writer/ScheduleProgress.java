// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.util.function.LongUnaryOperator;

/**
 * Progress of an open loop's schedule, for a load driver that replaces another one. Times are in ns of the same clock.
 *
 * @param originNanos start of the schedule, plus the length of all pauses
 * @param countedNanos time from which starts are counted
 * @param lastReportNanos time of the replaced load driver's last report
 * @param fromNanos time at which the new load driver continues. Transactions that were due since {@code lastReportNanos} are
 *     skipped, and reported as waiting.
 */
public record ScheduleProgress(long originNanos, long countedNanos, long lastReportNanos, long fromNanos) {

    public ScheduleProgress convertedTo(LongUnaryOperator conversion) {
        return new ScheduleProgress(
                conversion.applyAsLong(originNanos),
                conversion.applyAsLong(countedNanos),
                conversion.applyAsLong(lastReportNanos),
                conversion.applyAsLong(fromNanos));
    }
}
