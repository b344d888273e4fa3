// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.MySqlConnection;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.time.Deadline;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks that an account can follow a server's log, before the load starts. */
public final class StreamPreflight {

    private StreamPreflight() {}

    /**
     * @param problems each problem with the statement or option that fixes it
     * @param gtidsOnly whether the server rejects {@code COM_BINLOG_DUMP} but accepts a dump by GTIDs
     * @param endKnown false if the server reports the end of its log as GTIDs without a position; true even if the query failed
     */
    public record Findings(List<String> problems, boolean gtidsOnly, boolean endKnown) {}

    /** Starts a dump to check the privileges, and discards its data. */
    public static Findings check(Endpoint endpoint, ServerInspector inspector) throws IOException {
        ServerInfo server = inspector.info();
        List<String> issues = new ArrayList<>();
        boolean gtidsOnly = false;
        if (server.logBin().equals("OFF")) {
            issues.add("binary logging is off: start the server with --log-bin" + (server.isMariaDb() ? "" : "=binlog")
                    + ", or write without a stream: " + Setting.STREAM + " off");
            return new Findings(issues, false, true);
        }
        if (!server.binlogFormat().isEmpty() && !server.binlogFormat().equals("ROW")) {
            issues.add("binlog_format is " + server.binlogFormat() + ": SET GLOBAL binlog_format = 'ROW'");
        }
        Set<String> privileges = new LinkedHashSet<>();
        LogEnd end = null;
        try {
            end = inspector.logEnd();
        } catch (ServerErrorException e) {
            privileges.add(missingPrivilege(e, "REPLICATION CLIENT"));
        }
        try {
            gtidsOnly = isGtidsOnly(endpoint, server, end == null ? new LogEnd(DumpCommand.ANYWHERE, "") : end);
        } catch (ServerErrorException e) {
            if (e.code() == ServerErrorException.ER_SPECIFIC_ACCESS_DENIED || end != null) {
                privileges.add(missingPrivilege(e, "REPLICATION SLAVE"));
            }
        }
        if (!privileges.isEmpty()) {
            issues.add("user '" + endpoint.user() + "' may not follow the log: GRANT " + String.join(", ", privileges)
                    + " ON *.* TO " + account(endpoint));
        }
        return new Findings(issues, gtidsOnly, end == null || !end.position().equals(LogPosition.NOWHERE));
    }

    /** Failover requires GTIDs of the same kind, and replicated transactions in the server's log. Returns each problem with its fix. */
    public static List<String> failoverProblems(Endpoint standby, ServerInfo source) throws IOException {
        try (ServerConnection connection = ServerConnection.open(standby)) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            ServerInfo info = inspector.info();
            List<String> issues = new ArrayList<>(check(standby, inspector).problems());
            if (info.flavor() != source.flavor()) {
                issues.add("it is " + info.flavor() + ", and the stream's server is " + source.flavor()
                        + ": their GTIDs are not the same; name a server of the same kind");
            } else if (!info.hasGtids()) {
                issues.add("gtid_mode is " + (info.gtidMode().isEmpty() ? "missing" : info.gtidMode())
                        + ": it must be ON");
            }
            if (inspector.onOff("log_replica_updates").equals("OFF") // MySQL from 8.0.26
                    || inspector.onOff("log_slave_updates").equals("OFF")) {
                issues.add("replicated transactions are not in its log: start it with "
                        + (info.isMariaDb() ? "--log-slave-updates" : "--log-replica-updates"));
            }
            return issues;
        }
    }

    private static String missingPrivilege(ServerErrorException e, String name) throws ServerErrorException {
        if (e.code() != ServerErrorException.ER_SPECIFIC_ACCESS_DENIED) {
            throw e;
        }
        return name;
    }

    /** Returns true if the server rejects a dump from a position but accepts a dump by GTIDs. */
    private static boolean isGtidsOnly(Endpoint endpoint, ServerInfo server, LogEnd start) throws IOException {
        try {
            tryDump(endpoint, server, start);
            return false;
        } catch (ServerErrorException | StreamEndedException e) {
            boolean isDenied = e instanceof ServerErrorException error
                    && error.code() == ServerErrorException.ER_SPECIFIC_ACCESS_DENIED;
            if (isDenied || server.isMariaDb() || !server.hasGtids()) {
                throw e;
            }
            try {
                tryDump(endpoint, server, new LogEnd(LogPosition.NOWHERE, start.gtidSet()));
                return true;
            } catch (ServerErrorException | StreamEndedException secondFailure) {
                throw e;
            }
        }
    }

    private static void tryDump(Endpoint endpoint, ServerInfo server, LogEnd start) throws IOException {
        boolean byGtids = start.position().equals(LogPosition.NOWHERE);
        try (ServerConnection connection = ServerConnection.open(endpoint);
                Deadline deadline = connection.closeIn(MySqlConnection.RESPONSE_TIMEOUT)) {
            DumpCommand.setUpSession(connection, server, Duration.ofSeconds(1));
            ByteSource source = connection.startDump(
                    byGtids
                            ? DumpCommand.untilEndAfterGtids(connection, start.gtidSet(), server)
                            : DumpCommand.untilEnd(start.position(), server));
            ByteBuffer buffer = source.newBuffer();
            buffer.clear();
            if (read(source, buffer, deadline) < 0) {
                throw new StreamEndedException(
                        "the server closed the connection on " + (byGtids ? "a dump by GTIDs" : "COM_BINLOG_DUMP"));
            }
            try {
                // discards the data: only acceptance matters
                new EventFramer((event, index, prefix, length) -> {}).consume(buffer.flip());
            } catch (StreamEndedException e) {
                return; // expected: the dump ends at the end of the log
            }
        }
    }

    private static int read(ByteSource source, ByteBuffer buffer, Deadline deadline) throws IOException {
        try {
            return source.read(buffer);
        } catch (IOException e) {
            if (deadline.isExpired()) {
                SocketTimeoutException timeout = new SocketTimeoutException("nothing came on COM_BINLOG_DUMP within "
                        + MySqlConnection.RESPONSE_TIMEOUT.toSeconds() + " s");
                timeout.initCause(e);
                throw timeout;
            }
            throw e;
        }
    }

    /** Uses the host {@code …} if the server does not report the account. */
    private static String account(Endpoint endpoint) throws IOException {
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            String account = connection.queryValue("SELECT CURRENT_USER()");
            int separator = account.lastIndexOf('@');
            return separator < 0
                    ? Quoted.name(endpoint.user()) + "@…"
                    : Quoted.name(account.substring(0, separator)) + "@"
                            + Quoted.name(account.substring(separator + 1));
        }
    }
}
