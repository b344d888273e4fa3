// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The request for all transactions that a reader has not read yet, wherever in its log that is. */
public final class GtidDump {

    private static final byte COM_BINLOG_DUMP_GTID = 0x1e;
    private static final int HEAD_BYTES = 1 + 2 + 4 + 4 + 8 + 4;

    /** No file and the first position: the server looks for the file itself. */
    public static final LogPosition ANYWHERE = new LogPosition("", LogPosition.FIRST_EVENT);

    private GtidDump() {}

    /**
     * The command for MySQL, which sends the transactions of its log that are not in a set, from a place on, or from the
     * oldest file that has one. It refuses (error 1236) where it has purged any of them, where the set has transactions of its own UUID that it
     * does not have, and where its {@code gtid_mode} is not {@code ON}.
     *
     * @param from where to begin, also beyond 4 GiB; {@link #ANYWHERE} to let the server look, which checks what it refuses
     *     only then
     * @param serverId the replica's id, of 32 bits; 0 ends the dump like {@code FLAG_NON_BLOCK}
     */
    public static byte[] mySql(GtidSet read, LogPosition from, int serverId, int flags) {
        byte[] set = read.encode();
        byte[] file = from.file().getBytes(StandardCharsets.UTF_8);
        ByteBuffer command =
                ByteBuffer.allocate(HEAD_BYTES + file.length + set.length).order(ByteOrder.LITTLE_ENDIAN);
        command.put(COM_BINLOG_DUMP_GTID).putShort((short) flags).putInt(serverId);
        command.putInt(file.length).put(file);
        command.putLong(from.offset());
        command.putInt(set.length).put(set);
        return command.array();
    }

    /**
     * The session settings of MariaDB before {@link #mariaDb()}, which then sends of each domain what comes behind its
     * transaction, and all of a domain that is not named. It refuses (error 1236) where it does not have that transaction.
     *
     * @param read where the reader is, as MariaDB keeps it; empty for the beginning of the log
     */
    public static List<String> mariaDbSession(Gtids read) {
        return List.of(
                "SET @slave_connect_state = '" + read + "'",
                "SET @slave_gtid_strict_mode = 0",
                "SET @slave_gtid_ignore_duplicates = 0");
    }

    /** The position for {@link DumpCommand} with MariaDB, once the session is set up. */
    public static LogPosition mariaDb() {
        return ANYWHERE;
    }
}
