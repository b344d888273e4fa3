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

/** The request for a server's log from a position or behind GTIDs: session settings first, then the command. */
public final class DumpCommand {

    /** No file and the first position: the server looks for the file itself. */
    public static final LogPosition ANYWHERE = new LogPosition("", LogPosition.FIRST_EVENT);

    private static final byte COM_BINLOG_DUMP = 0x12;
    private static final byte COM_BINLOG_DUMP_GTID = 0x1e;
    private static final int GTID_HEAD_BYTES = 1 + 2 + 4 + 4 + 8 + 4;

    /** Requests GTID events, and others that a reader of old versions does not know. */
    static final String MARIADB_CAPABILITY = "SET @mariadb_slave_capability = 4";

    /** Ends the dump at the present end of the log. */
    static final int FLAG_NON_BLOCK = 1;

    /** MariaDB sends ANNOTATE_ROWS events only with this flag; without them bytes of the log would be missing. */
    private static final int FLAG_MARIADB_ANNOTATE_ROWS = 2;

    private DumpCommand() {}

    /**
     * Prepares the session, as far as the server takes part. Each subscriber gets its own identity: a server ends an older dump with the same one.
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

    /** A dump behind GTIDs that ends at the present end of the log; prepares MariaDB's session for it. */
    static byte[] untilEndBehind(ServerConnection connection, String gtids, ServerInfo server) throws IOException {
        Gtids read = Gtids.parse(gtids, server.isMariaDb());
        if (read instanceof GtidSet set) {
            return behind(set, ANYWHERE, newServerId(), FLAG_NON_BLOCK);
        }
        connection.query(sessionBehind(read));
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
     * The command for MySQL. It requests all transactions of the log that are not in a set, from a given place or from the oldest
     * file. MySQL rejects it (error 1236) if it has purged any of them, or if {@code gtid_mode} is not {@code ON}. It also
     * rejects a set that contains unknown transactions of its own UUID.
     *
     * @param from start of the dump, also beyond 4 GiB; {@link #ANYWHERE} to let the server search; it checks purged transactions
     *     only then
     * @param serverId the replica's id, of 32 bits; 0 ends the dump like {@code FLAG_NON_BLOCK}
     */
    public static byte[] behind(GtidSet read, LogPosition from, int serverId, int flags) {
        byte[] set = read.encode();
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
     * The session settings of MariaDB before a dump from {@link #ANYWHERE}. For each domain MariaDB then sends everything after its
     * transaction, and all of an unnamed domain. It rejects the dump (error 1236) if it does not have that transaction.
     *
     * @param read the reader's place in MariaDB's form; empty for the beginning of the log
     */
    public static String sessionBehind(Gtids read) {
        return "SET @slave_connect_state = '" + read + "', @slave_gtid_strict_mode = 0,"
                + " @slave_gtid_ignore_duplicates = 0";
    }

    /** Returns a random replica id above the usual range of manually assigned ids. */
    public static int newServerId() {
        return 0x4000_0000 | ThreadLocalRandom.current().nextInt(0x4000_0000);
    }
}
