// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.recording.RecordedServer;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer asks for.
 *
 * @param gtids those that it has; {@code null} where it asks by position
 * @param untilEnd whether the dump ends where the log ends
 */
record DumpRequest(LogPosition place, @Nullable Gtids gtids, boolean untilEnd, long serverId) {

    static final int BY_POSITION = 0x12;
    static final int BY_GTIDS = 0x1e;
    private static final int NON_BLOCK = 1;

    /** Reads COM_BINLOG_DUMP or COM_BINLOG_DUMP_GTID; {@code state} is MariaDB's {@code @slave_connect_state}. */
    static DumpRequest read(byte[] command, RecordedServer server, @Nullable String state) throws RefusedException {
        ByteBuffer in = ByteBuffer.wrap(command).order(ByteOrder.LITTLE_ENDIAN);
        boolean byGtids = in.get() == BY_GTIDS;
        if (byGtids && (server.mariaDb() || !server.gtids())) {
            throw new RefusedException(RefusedException.LOG, "the recording has no GTIDs of MySQL");
        }
        try {
            long offset = byGtids ? 0 : in.getInt() & 0xFFFF_FFFFL;
            int flags = in.getShort();
            long serverId = in.getInt() & 0xFFFF_FFFFL;
            String file = new String(bytes(in, byGtids ? in.getInt() : in.remaining()), StandardCharsets.UTF_8);
            offset = byGtids ? in.getLong() : offset;
            Gtids gtids = byGtids
                    ? GtidSet.decode(bytes(in, in.getInt()))
                    : state == null || !server.mariaDb() ? null : Gtids.parse(state, true);
            LogPosition place = new LogPosition(file.replaceFirst("\0.*", ""), offset);
            return new DumpRequest(place, gtids, (flags & NON_BLOCK) != 0 || serverId == 0, serverId);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new RefusedException(RefusedException.LOG, "a dump command that makes no sense: " + e.getMessage());
        }
    }

    /** No more than there is. */
    private static byte[] bytes(ByteBuffer in, int told) {
        if (told < 0 || told > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[told];
        in.get(bytes);
        return bytes;
    }
}
