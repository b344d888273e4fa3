// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StopSignal;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.binlog.FollowedServer;
import io.github.cdctester.internal.binlog.connection.FailoverPreflight;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.StreamPreflight;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.ClockOffset;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * A log that one or more streams follow, and the questions to its server: about itself, its clock, and the log's end. Where a
 * stream has gone on at another server, that one is asked.
 */
public final class LogServer implements AutoCloseable {

    private final Endpoint endpoint;
    private final String logName;
    private final ServerInfo info;
    private final ClockOffset clockOffset;
    private final ControlConnection control;

    private LogServer(Endpoint endpoint, String logName, List<Endpoint> failover, ControlConnection control)
            throws IOException {
        this.endpoint = endpoint;
        this.logName = logName;
        this.control = control;
        info = control.inspector().info();
        refuse(endpoint, StreamPreflight.missing(endpoint, control.inspector()));
        checkFailover(failover);
        clockOffset = control.inspector().clockOffset();
    }

    /**
     * Connects and checks that the log can be followed.
     *
     * @param logName which of the server's logs, or an empty string where it has one
     */
    static LogServer open(Endpoint endpoint, String logName, SubscriberSpec how) {
        ControlConnection control = ControlConnection.open(endpoint, logName, how.resumeTimeout());
        try {
            return new LogServer(endpoint, logName, how.failover(), control);
        } catch (IOException e) {
            control.close();
            throw new RunFailedException("asking " + endpoint.address() + " failed: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            control.close();
            throw e;
        }
    }

    private void checkFailover(List<Endpoint> failover) throws IOException {
        if (!failover.isEmpty() && !info.hasGtids()) {
            throw new RunFailedException(Setting.FAILOVER + " needs GTIDs, but " + endpoint.address() + " is "
                    + info.flavor() + " " + info.version() + " with gtid_mode "
                    + (info.gtidMode().isEmpty() ? "not there" : info.gtidMode()));
        }
        for (Endpoint standby : failover) {
            refuse(standby, FailoverPreflight.missing(standby, info));
        }
    }

    private static void refuse(Endpoint endpoint, List<String> missing) {
        if (!missing.isEmpty()) {
            throw new RunFailedException("pre-flight of " + endpoint.address() + ": " + String.join("; ", missing));
        }
    }

    boolean isAt(Endpoint other, String otherLog) {
        return endpoint.equals(other) && logName.equals(otherLog);
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    String logName() {
        return logName;
    }

    public ServerInfo info() {
        return info;
    }

    public ClockOffset clockOffset() {
        return clockOffset;
    }

    /** This server, as what a stream follows at its beginning. */
    FollowedServer atFirst() {
        return new FollowedServer(endpoint, info, clockOffset, 0);
    }

    LogPosition logBegin() {
        try {
            return control.inspector().logBegin();
        } catch (IOException e) {
            throw new RunFailedException(
                    "asking " + endpoint.address() + " for the beginning of its log failed: " + e.getMessage(), e);
        }
    }

    /** Where the log ends that a stream follows at present. */
    LogEnd logEnd(FollowedServer followed) {
        return control.logEnd(followed);
    }

    /** Bytes between two positions of the log that a stream follows at present, or {@link Goal#UNKNOWN}. */
    long bytesBetween(LogPosition from, LogPosition to, FollowedServer followed) {
        return control.bytesBetween(from, to, followed);
    }

    /** From here on a server that is away is waited for no longer than this, nor once somebody wants the end. */
    void hurry(Duration patience, StopSignal stop) {
        control.hurry(patience, stop);
    }

    /** How often the connection for these questions broke and was replaced. */
    long reconnects() {
        return control.reconnects();
    }

    /** Ends a dump thread in the server, which would otherwise notice by itself with its next keep-alive. */
    void endDump(long connectionId, FollowedServer followed) {
        try {
            control.kill(connectionId, followed);
        } catch (IOException | RunFailedException e) {
            // the server is gone, and the dump thread with it: nothing is lost
            return;
        }
    }

    @Override
    public void close() {
        control.close();
    }
}
