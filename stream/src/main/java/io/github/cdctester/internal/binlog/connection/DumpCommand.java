// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Commands that request a server's log, and the session settings that they need. */
public final class DumpCommand {

    /** Leaves it to the server to find the file. */
    public static final LogPosition ANYWHERE = new LogPosition("", LogPosition.FIRST_EVENT);

    private static final byte COM_BINLOG_DUMP = 0x12;
    private static final byte COM_BINLOG_DUMP_GTID = 0x1e;
    private static final int GTID_HEAD_BYTES = 1 + 2 + 4 + 4 + 8 + 4;

    /** Requests GTID events and other event types that old replicas do not support. */
    static final String MARIADB_CAPABILITY = "SET @mariadb_slave_capability = 4";

    static final int FLAG_NON_BLOCK = 1;

    /** MariaDB sends ANNOTATE_ROWS events only with this flag; without them bytes of the log would be missing. */
    private static final int FLAG_MARIADB_ANNOTATE_ROWS = 2;

    private DumpCommand() {}

    /**
     * Skips settings that the server does not support. Each subscriber uses its own replica UUID, because a server ends an older
     * dump of the same replica.
     */
    public static void setUpSession(ServerConnection connection, ServerInfo server, Duration keepAlive)
            throws IOException {
        if (connection.queryIfPossible("SET @master_binlog_checksum = @@global.binlog_checksum,"
                        + " @source_binlog_checksum = @@global.binlog_checksum")
                == null) {
            connection.queryIfPossible("SET @master_binlog_checksum = 'NONE', @source_binlog_checksum = 'NONE'");
        }
        long nanos = keepAlive.toNanos();
        connection.queryIfPossible("SET @master_heartbeat_period = " + nanos + ", @source_heartbeat_period = " + nanos);
        UUID identity = UUID.randomUUID();
        connection.queryIfPossible("SET @slave_uuid = '" + identity + "', @replica_uuid = '" + identity + "'");
        connection.queryIfPossible("SET SESSION net_write_timeout = 3600");
        if (server.isMariaDb()) {
            connection.queryIfPossible(MARIADB_CAPABILITY);
        }
    }

    public static byte[] from(LogPosition start, ServerInfo server) {
        return encode(start, server, 0);
    }

    static byte[] untilEnd(LogPosition start, ServerInfo server) {
        return encode(start, server, FLAG_NON_BLOCK);
    }

    /** The dump stops at the current end of the log. On MariaDB, also sets the session variables that contain the GTIDs. */
    static byte[] untilEndAfterGtids(ServerConnection connection, String gtids, ServerInfo server) throws IOException {
        Gtids readGtids = Gtids.parse(gtids, server.isMariaDb());
        if (readGtids instanceof GtidSet set) {
            return afterGtids(set, ANYWHERE, newServerId(), FLAG_NON_BLOCK);
        }
        connection.query(sessionAfterGtids(readGtids));
        return untilEnd(ANYWHERE, server);
    }

    private static byte[] encode(LogPosition start, ServerInfo server, int flags) {
        byte[] file = start.file().getBytes(StandardCharsets.UTF_8);
        ByteBuffer command = ByteBuffer.allocate(11 + file.length).order(ByteOrder.LITTLE_ENDIAN);
        command.put(COM_BINLOG_DUMP);
        command.putInt((int) start.offset());
        command.putShort((short) (flags | (server.isMariaDb() ? FLAG_MARIADB_ANNOTATE_ROWS : 0)));
        command.putInt(newServerId());
        command.put(file);
        return command.array();
    }

    /**
     * Encodes MySQL's {@code COM_BINLOG_DUMP_GTID}, which requests all transactions that are not in a set. MySQL rejects it (error
     * 1236) if {@code gtid_mode} is not {@code ON}, or if a search needs purged transactions. It also rejects a set with GTIDs of
     * the server's UUID that the server never executed.
     *
     * @param from start of the dump, possibly beyond 4 GiB; {@link #ANYWHERE} if the server has to search
     * @param serverId 32-bit replica id; 0 ends the dump at the end of the log, like {@code FLAG_NON_BLOCK}
     */
    public static byte[] afterGtids(GtidSet readGtids, LogPosition from, int serverId, int flags) {
        byte[] set = readGtids.encode();
        byte[] file = from.file().getBytes(StandardCharsets.UTF_8);
        ByteBuffer command =
                ByteBuffer.allocate(GTID_HEAD_BYTES + file.length + set.length).order(ByteOrder.LITTLE_ENDIAN);
        command.put(COM_BINLOG_DUMP_GTID).putShort((short) flags).putInt(serverId);
        command.putInt(file.length).put(file);
        command.putLong(from.offset());
        command.putInt(set.length).put(set);
        return command.array();
    }

    /**
     * Prepares MariaDB's session for a dump from {@link #ANYWHERE}. MariaDB sends everything after each domain's transaction, and
     * all other domains completely. It rejects the dump (error 1236) if its log does not contain one of these transactions.
     *
     * @param readGtids GTID position in MariaDB's form; empty for the beginning of the log
     */
    public static String sessionAfterGtids(Gtids readGtids) {
        return "SET @slave_connect_state = '" + readGtids + "', @slave_gtid_strict_mode = 0,"
                + " @slave_gtid_ignore_duplicates = 0";
    }

    /** Returns a random id above the usual range of manually assigned ids. */
    public static int newServerId() {
        return 0x4000_0000 | ThreadLocalRandom.current().nextInt(0x4000_0000);
    }
}
