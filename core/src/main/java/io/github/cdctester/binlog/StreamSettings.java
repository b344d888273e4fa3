// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.time.ClockOffset;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * All that a subscriber needs to know before it starts.
 *
 * @param endpoint where to subscribe
 * @param server what the server there said about itself
 * @param start where in the log to start: the end of a transaction
 * @param delaySource where commit times come from
 * @param clockOffset the server's clock against the tester's
 * @param resumeTimeout how long a broken stream is tried to be connected again
 * @param windowFrom where the measured part begins, if that is known already, or {@code null}
 * @param heartbeat the table that heartbeats are written to, or {@code null} for none
 */
public record StreamSettings(
        Endpoint endpoint,
        ServerInfo server,
        LogPosition start,
        DelaySource delaySource,
        ClockOffset clockOffset,
        Duration resumeTimeout,
        @Nullable WindowMark windowFrom,
        @Nullable HeartbeatTable heartbeat) {

    /**
     * Names a heartbeat table as it appears in the stream.
     *
     * @param database its schema
     * @param table its name
     */
    public record HeartbeatTable(String database, String table) {}
}
