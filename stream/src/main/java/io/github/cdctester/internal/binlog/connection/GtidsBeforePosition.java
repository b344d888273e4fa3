// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.EventHeader;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Determines the GTIDs before a position in a server's log. */
public final class GtidsBeforePosition {

    /** Columns of {@code SHOW BINLOG EVENTS}: Log_name, Pos, Event_type, Server_id, End_log_pos, Info. */
    private static final int EVENT_TYPE = 2;

    private static final int END_POSITION = 4;
    private static final int INFO = 5;

    private static final int MAX_EVENTS = 3;

    private GtidsBeforePosition() {}

    /**
     * MariaDB reports GTIDs for every position, MySQL only for the start of a file, from the PREVIOUS_GTIDS event. Leaves
     * {@code executedGtids} unchanged if the server does not report them.
     */
    public static void query(
            ServerConnection connection, ServerInfo server, LogPosition position, ExecutedGtids executedGtids)
            throws IOException {
        String file = Quoted.text(position.file());
        try {
            if (server.isMariaDb()) {
                List<List<String>> rows = connection.query("SELECT BINLOG_GTID_POS(" + file + ", " + position.offset()
                        + "), BINLOG_GTID_POS(" + file + ", " + position.offset() + ") IS NULL");
                if (!rows.isEmpty()
                        && rows.get(0).size() > 1
                        && rows.get(0).get(1).equals("0")) {
                    executedGtids.addBefore(rows.get(0).get(0));
                }
                return;
            }
            for (List<String> event :
                    connection.query("SHOW BINLOG EVENTS IN " + file + " FROM 4 LIMIT " + MAX_EVENTS)) {
                // a CDC endpoint may return a value in its own format
                if (event.size() > INFO
                        && event.get(EVENT_TYPE).equals("Previous_gtids")
                        && position.offset() <= Long.parseLong(event.get(END_POSITION))) {
                    executedGtids.addBefore(event.get(INFO));
                }
            }
        } catch (ServerErrorException | IllegalArgumentException e) {
            // no such file, no access to it, or an unexpected answer: the GTIDs stay unknown
        }
    }

    /**
     * Reads MySQL's file up to the position over a new connection. With a large transaction, this may exceed
     * {@code max_binlog_size} bytes.
     *
     * @param executedGtids receives the GTIDs; unchanged if the server does not report the GTIDs before the file
     * @param onRead called after each read
     */
    public static void read(
            Endpoint endpoint, ServerInfo server, LogPosition position, ExecutedGtids executedGtids, Runnable onRead)
            throws IOException {
        LogPosition fileStart = new LogPosition(position.file(), LogPosition.FIRST_EVENT);
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            // not executedGtids: these transactions are not read by the stream, and its watch must not receive them
            ExecutedGtids gtidsBefore = ExecutedGtids.withGtids(server.isMariaDb());
            query(connection, server, fileStart, gtidsBefore);
            if (!gtidsBefore.isKnown()) {
                return;
            }
            DumpCommand.setUpSession(connection, server, Defaults.STREAM_KEEPALIVE);
            ByteSource source = connection.startDump(DumpCommand.untilEnd(fileStart, server));
            readEvents(source, server, position, gtidsBefore, onRead);
            executedGtids.addBefore(gtidsBefore.allGtids().toString());
        }
    }

    private static void readEvents(
            ByteSource source, ServerInfo server, LogPosition end, ExecutedGtids gtidsBefore, Runnable onRead)
            throws IOException {
        GtidCollector events = new GtidCollector(gtidsBefore, end.offset(), server.hasChecksums() ? 4 : 0);
        EventFramer framer = new EventFramer(events);
        ByteBuffer buffer = source.newBuffer();
        try {
            while (!events.isAtEnd) {
                buffer.compact();
                if (source.read(buffer) < 0) {
                    throw new EOFException("the server closed the connection before " + end);
                }
                onRead.run();
                framer.consume(buffer.flip());
                gtidsBefore.checkLimits();
            }
        } catch (StreamEndedException e) {
            // the position is the end of the log
        }
    }

    /** The position is the end of a transaction, so each transaction that begins before it also ends before it. */
    private static final class GtidCollector implements EventHandler {

        private final EventHeader header = new EventHeader();
        private final ExecutedGtids executedGtids;
        private final long endOffset;
        private final int checksumBytes;

        boolean isAtEnd;

        GtidCollector(ExecutedGtids executedGtids, long endOffset, int checksumBytes) {
            this.executedGtids = executedGtids;
            this.endOffset = endOffset;
            this.checksumBytes = checksumBytes;
        }

        @Override
        public void eventBegin(ByteBuffer buffer, int index, int prefixBytes, long length) {
            header.read(buffer, index, length, checksumBytes);
            if (header.isArtificial() || header.endPosition() == 0) {
                return;
            }
            isAtEnd |= header.endPosition() - length >= endOffset;
            if (!isAtEnd) {
                executedGtids.begin(
                        buffer, index, index + (int) Math.min(prefixBytes, length - checksumBytes), header.type());
                executedGtids.end();
            }
            // if nothing follows, a server that keeps the dump open sends only heartbeats, with the end of the log
            isAtEnd |= header.endPosition() >= endOffset;
        }
    }
}
