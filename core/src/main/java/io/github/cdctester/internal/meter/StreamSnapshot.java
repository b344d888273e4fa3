// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * State of a stream after one socket read; all values are of the same moment.
 *
 * @param position place up to which everything is complete its file is empty before the server has named one
 * @param windowCounts the counters when the measured part began, or {@code null} before that
 * @param windowFrom start of the measured part, or {@code null} before that
 * @param lastTransactionMicros arrival of the last byte of the last transaction that is no heartbeat, in µs since the epoch; 0 for
 *     never
 * @param lastOwnMicros commit time of the last transaction known to be this run's own; 0 for none
 */
public record StreamSnapshot(
        StreamCounts counts,
        LogPosition position,
        @Nullable StreamCounts windowCounts,
        @Nullable LogPosition windowFrom,
        long lastTransactionMicros,
        long lastOwnMicros,
        long lastHeartbeat) {}
