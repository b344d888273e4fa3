// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.ClockOffset;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a subscriber needs to know before it starts.
 *
 * @param endpoint where to subscribe
 * @param start where in the log to start: the end of a transaction; not used where {@code startGtids} is given
 * @param startGtids the GTIDs that are not wanted, as text, or {@code null} to start at a position
 * @param gtidsBefore the GTIDs of everything before {@code start}, as text, or {@code null} to find them where that is easy
 * @param failover servers with the same transactions, where the stream may go on by GTIDs when it breaks
 * @param delaySource where commit times come from
 * @param clockOffset the server's clock against the tester's
 * @param resumeTimeout how long a broken stream is tried to be connected again
 * @param windowFrom where the measured part begins, if that is known already, or {@code null}
 * @param rowCounting whether the rows inside of events are counted
 * @param verifyChecksums whether the CRC32 of every event is computed and compared
 * @param inflatePayloads whether compressed transactions are inflated
 * @param sideBySide whether the sink is told the commit times of all sources
 * @param heartbeat the table that heartbeats are written to, or {@code null} for none
 * @param route where the connections of the stream are made
 */
public record StreamSettings(
        Endpoint endpoint,
        ServerInfo server,
        LogPosition start,
        @Nullable String startGtids,
        @Nullable String gtidsBefore,
        List<Endpoint> failover,
        DelaySource delaySource,
        ClockOffset clockOffset,
        Duration resumeTimeout,
        @Nullable WindowMark windowFrom,
        RowCounting rowCounting,
        boolean verifyChecksums,
        boolean inflatePayloads,
        boolean sideBySide,
        @Nullable HeartbeatTable heartbeat,
        StreamRoute route) {

    public StreamSettings {
        failover = List.copyOf(failover);
    }

    /** A heartbeat table's name as it appears in the stream. */
    public record HeartbeatTable(String database, String table) {}
}
