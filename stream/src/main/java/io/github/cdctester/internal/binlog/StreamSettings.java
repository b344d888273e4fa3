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
 * @param clockOffset offset of the server's clock from the tester's clock
 * @param failover servers with the same transactions, at which the stream may continue by GTIDs after a break
 */
public record StreamSettings(
        Endpoint endpoint,
        ServerInfo server,
        ClockOffset clockOffset,
        List<Endpoint> failover,
        DelaySource delaySource,
        StreamStart from,
        ReadSettings read,
        StreamRoute route) {

    public StreamSettings {
        failover = List.copyOf(failover);
    }

    /**
     * @param position the end of a transaction; ignored if GTIDs are given
     * @param gtids GTIDs of the transactions that the server must not send; {@code null} to start at the position
     * @param gtidsBefore GTIDs before the position; {@code null} to query the server for them
     * @param window start of the measured part; {@code null} if it is set later
     */
    public record StreamStart(
            LogPosition position,
            @Nullable String gtids,
            @Nullable String gtidsBefore,
            @Nullable WindowMark window) {}

    /**
     * @param resumeTimeout maximum time without a connection before a broken stream fails
     * @param verifyChecksums whether the CRC32 of every event is computed and compared
     * @param compareDelaySources whether the sink receives the commit times from all delay sources
     * @param heartbeat {@code null} for none
     */
    public record ReadSettings(
            Reader reader,
            Duration resumeTimeout,
            RowCounting rowCounting,
            boolean verifyChecksums,
            boolean inflatePayloads,
            boolean compareDelaySources,
            @Nullable HeartbeatTable heartbeat) {}

    /** With several tables, {@code %} stands for the number of the table. */
    public record HeartbeatTable(String database, String table) {}
}
