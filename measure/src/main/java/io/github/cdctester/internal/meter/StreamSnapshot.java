// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * State of a stream after one socket read. Only the totals of the run's own transactions can belong to another moment.
 *
 * @param position end of the last complete transaction; the file is empty if the server has not sent its name yet
 * @param windowCounts counters at the start of the measured part; {@code null} before
 * @param windowFrom position at the start of the measured part; {@code null} before
 * @param lastTransactionMicros arrival of the last transaction other than a heartbeat, in µs since the epoch; 0 for none
 * @param lastOwnMicros arrival of the last transaction known to be this run's own, in µs since the epoch; 0 for none
 */
public record StreamSnapshot(
        StreamCounts counts,
        LogPosition position,
        @Nullable StreamCounts windowCounts,
        @Nullable LogPosition windowFrom,
        long lastTransactionMicros,
        long lastOwnMicros,
        long lastHeartbeat) {}
