// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.time.ClockOffset;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a subscriber needs to know before it starts.
 *
 * @param clockOffset the server's clock against the tester's
 * @param failover servers with the same transactions, if the stream may continue by GTIDs when it breaks
 * @param delaySource where commit times come from
 * @param route where the connections of the stream are made
 */
public record StreamSettings(
        Endpoint endpoint,
        ServerInfo server,
        ClockOffset clockOffset,
        List<Endpoint> failover,
        DelaySource delaySource,
        From from,
        Read read,
        StreamRoute route) {

    public StreamSettings {
        failover = List.copyOf(failover);
    }

    /**
     * Start of a stream.
     *
     * @param position the end of a transaction; ignored if GTIDs are given
     * @param gtids GTIDs to leave out, as text; {@code null} to start at the position
     * @param gtidsBefore GTIDs before the position, as text; {@code null} to find them if that is easy
     * @param window start of the measured part; {@code null} if not known yet
     */
    public record From(
            LogPosition position,
            @Nullable String gtids,
            @Nullable String gtidsBefore,
            @Nullable WindowMark window) {}

    /**
     * Settings for reading a stream.
     *
     * @param reader the client that reads the stream
     * @param resumeTimeout how long a broken stream is tried to be connected again
     * @param verifyChecksums whether the CRC32 of every event is computed and compared
     * @param sideBySide whether the sink receives the commit times of all sources
     * @param heartbeat the table for heartbeats; {@code null} for none
     */
    public record Read(
            Reader reader,
            Duration resumeTimeout,
            RowCounting rowCounting,
            boolean verifyChecksums,
            boolean inflatePayloads,
            boolean sideBySide,
            @Nullable HeartbeatTable heartbeat) {}

    /** A heartbeat table's name as it appears in the stream. */
    public record HeartbeatTable(String database, String table) {}
}
