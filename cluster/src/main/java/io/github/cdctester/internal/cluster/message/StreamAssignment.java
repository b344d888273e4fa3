// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.internal.binlog.WindowMark;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stream that a node is to follow.
 *
 * @param plan the plan, as result.json shows it
 * @param stream the stream's name in the plan
 * @param password of its endpoint
 * @param driverProperties of its endpoint
 * @param server what the coordinator was told by the server there
 * @param clockAheadMicros how much later the time of day is on the node than on the coordinator
 * @param from where it starts
 * @param read how it is read
 * @param wanted what is to be found out
 */
public record StreamPart(
        String plan,
        String stream,
        String password,
        Map<String, String> driverProperties,
        ServerInfo server,
        long clockAheadMicros,
        From from,
        Read read,
        Wanted wanted) {

    /**
     * Where a stream starts.
     *
     * @param position the end of a transaction; not used where GTIDs are given
     * @param gtids those that are not wanted; {@code null} to start at the position
     * @param gtidsBefore those before the position; {@code null} where they are not known
     * @param leftOut those that the ledger is to expect nothing of; {@code null} for none
     * @param window where the measured part begins, if that is known already; {@code null} if not
     */
    public record From(
            LogPosition position,
            @Nullable String gtids,
            @Nullable String gtidsBefore,
            @Nullable String leftOut,
            @Nullable Mark window) {}

    /**
     * How a stream is read.
     *
     * @param resumeMillis how long a broken stream is tried to be connected again
     * @param rowCounting whether the rows inside of events are counted
     * @param verifyChecksums whether each event's CRC32 is compared
     * @param inflatePayloads whether compressed transactions are inflated
     * @param tellsSources whether the commit times of all sources are told
     * @param heartbeat the table of heartbeats; {@code null} for none
     */
    public record Read(
            long resumeMillis,
            RowCounting rowCounting,
            boolean verifyChecksums,
            boolean inflatePayloads,
            boolean tellsSources,
            @Nullable HeartbeatTable heartbeat) {}

    /**
     * What is to be found out.
     *
     * @param delaySource the source of DT
     * @param sideBySide sources that are measured beside each other
     * @param mariaDb whether GTIDs are MariaDB's
     * @param writes whether the run writes
     * @param verified whether it is found out if anything was lost
     * @param largeFromBytes from which size on transactions are large ones; 0 for none
     */
    public record Wanted(
            DelaySource delaySource,
            Set<DelaySource> sideBySide,
            boolean mariaDb,
            boolean writes,
            boolean verified,
            long largeFromBytes) {}

    /**
     * Where the measured part begins: at a place, behind a heartbeat, or, where neither is given, at the first transaction.
     *
     * @param position the place; {@code null} for none
     * @param heartbeat the heartbeat's number; {@code null} for none
     */
    public record Mark(
            @Nullable LogPosition position, @Nullable Long heartbeat) {

        /**
         * Packs a mark of the server that is followed from the beginning.
         *
         * @param mark the mark
         * @return the same to be sent
         */
        public static Mark of(WindowMark mark) {
            if (mark instanceof WindowMark.AtPosition at) {
                return new Mark(at.position(), null);
            }
            return new Mark(null, mark instanceof WindowMark.AfterHeartbeat after ? after.sequence() : null);
        }

        /**
         * Unpacks it.
         *
         * @return the mark
         */
        public WindowMark mark() {
            if (position != null) {
                return new WindowMark.AtPosition(position, 0);
            }
            return heartbeat == null ? new WindowMark.AtFirstTransaction() : new WindowMark.AfterHeartbeat(heartbeat);
        }
    }

    @Override
    public String toString() {
        return "StreamPart[" + stream + ", " + from + "]";
    }
}
