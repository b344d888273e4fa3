// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.binlog.position.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The request for a server's log from a position: session settings first, then COM_BINLOG_DUMP. */
public final class DumpCommand {

    private static final byte COM_BINLOG_DUMP = 0x12;

    /** Ends the dump at the present end of the log. */
    static final int FLAG_NON_BLOCK = 1;

    /** MariaDB sends ANNOTATE_ROWS events only when asked; without them bytes of the log would be missing. */
    private static final int FLAG_MARIADB_ANNOTATE_ROWS = 2;

    private DumpCommand() {}

    /**
     * Prepares the session. Each subscriber gets an identity of its own: a server ends an older dump with the same one.
     */
    public static void setUpSession(ServerConnection connection, ServerInfo server, Duration keepAlive)
            throws IOException {
        connection.query("SET @master_binlog_checksum = @@global.binlog_checksum,"
                + " @source_binlog_checksum = @@global.binlog_checksum");
        long nanos = keepAlive.toNanos();
        connection.query("SET @master_heartbeat_period = " + nanos + ", @source_heartbeat_period = " + nanos);
        UUID identity = UUID.randomUUID();
        connection.query("SET @slave_uuid = '" + identity + "', @replica_uuid = '" + identity + "'");
        connection.query("SET SESSION net_write_timeout = 3600");
        if (server.isMariaDb()) {
            connection.query("SET @mariadb_slave_capability = 4");
        }
    }

    public static byte[] from(LogPosition start, ServerInfo server) {
        return encode(start, server, 0);
    }

    static byte[] untilEnd(LogPosition start, ServerInfo server) {
        return encode(start, server, FLAG_NON_BLOCK);
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

    /** A replica's id of its own, above those that people give by hand. */
    public static int newServerId() {
        return 0x4000_0000 | ThreadLocalRandom.current().nextInt(0x4000_0000);
    }
}
