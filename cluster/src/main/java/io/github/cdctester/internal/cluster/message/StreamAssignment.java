// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.internal.binlog.WindowMark;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.run.stream.StreamReading.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a node is to follow.
 *
 * @param clockAheadMicros the node's time of day minus the coordinator's
 * @param verified whether the stream is compared with commits
 */
public record StreamAssignment(
        SharedPlan plan,
        String stream,
        ServerInfo server,
        long clockAheadMicros,
        From from,
        Read read,
        Wanted wanted,
        boolean verified) {

    /**
     * Where a stream starts.
     *
     * @param position the end of a transaction; ignored where GTIDs are given
     * @param gtids those that are not sent; {@code null} to start at the position
     * @param gtidsBefore those before the position; {@code null} where unknown
     * @param leftOut those that the ledger does not expect; {@code null} for none
     * @param window where the measured part begins; {@code null} if not known yet
     */
    public record From(
            LogPosition position,
            @Nullable String gtids,
            @Nullable String gtidsBefore,
            @Nullable String leftOut,
            @Nullable WindowStart window) {}

    /**
     * How a stream is read.
     *
     * @param heartbeat the table of heartbeats; {@code null} for none
     */
    public record Read(
            long resumeMillis,
            RowCounting rowCounting,
            boolean verifyChecksums,
            boolean inflatePayloads,
            boolean allSources,
            @Nullable HeartbeatTable heartbeat) {}

    /** Where the measured part begins: at a position, after a heartbeat's number, or, with neither, at the first transaction. */
    public record WindowStart(
            @Nullable LogPosition position, @Nullable Long heartbeat) {

        /** A mark in the log of the first server that is followed. */
        public static WindowStart of(WindowMark mark) {
            if (mark instanceof WindowMark.AtPosition at) {
                return new WindowStart(at.position(), null);
            }
            return new WindowStart(null, mark instanceof WindowMark.AfterHeartbeat after ? after.sequence() : null);
        }

        public WindowMark mark() {
            if (position != null) {
                return new WindowMark.AtPosition(position, 0);
            }
            return heartbeat == null ? new WindowMark.AtFirstTransaction() : new WindowMark.AfterHeartbeat(heartbeat);
        }
    }
}
