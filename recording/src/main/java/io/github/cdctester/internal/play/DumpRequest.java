// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.Gtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.play.Recording.RecordedServer;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * @param position an empty file name means the first file
 * @param gtids {@code null} for a request by position
 * @param endsWithLog the dump ends at the end of the log
 * @param heartbeatNanos interval of heartbeats while no events are sent; 0 for none
 */
record DumpRequest(
        LogPosition position,
        @Nullable Gtids gtids,
        boolean endsWithLog,
        long serverId,
        long heartbeatNanos,
        boolean supportsChecksums) {

    static final int BY_POSITION = 0x12;
    static final int BY_GTIDS = 0x1e;
    private static final int NON_BLOCK = 1;

    static DumpRequest read(byte[] command, RecordedServer server, Map<String, String> userVariables)
            throws ServerErrorException {
        ByteBuffer in = ByteBuffer.wrap(command).order(ByteOrder.LITTLE_ENDIAN);
        boolean isByGtids = in.get() == BY_GTIDS;
        if (isByGtids && (server.mariaDb() || !server.gtids())) {
            throw DumpFeed.refusal("the recording has no GTIDs of MySQL");
        }
        String checksum = sourceOrMasterVariable(userVariables, "binlog_checksum");
        if (checksum.isEmpty() && server.variable("binlog_checksum").equals("CRC32")) {
            throw DumpFeed.refusal("the log has checksums: SET @master_binlog_checksum before the dump");
        }
        String heartbeat = sourceOrMasterVariable(userVariables, "heartbeat_period");
        String connectState = server.mariaDb() ? userVariables.get("slave_connect_state") : null;
        try {
            long offset = isByGtids ? 0 : in.getInt() & 0xFFFF_FFFFL;
            int flags = in.getShort();
            long serverId = in.getInt() & 0xFFFF_FFFFL;
            String file = new String(bytes(in, isByGtids ? in.getInt() : in.remaining()), StandardCharsets.UTF_8);
            offset = isByGtids ? in.getLong() : offset;
            return new DumpRequest(
                    new LogPosition(file.replaceFirst("\0.*", ""), offset),
                    isByGtids
                            ? GtidSet.decode(bytes(in, in.getInt()))
                            : connectState == null ? null : Gtids.parse(connectState, true),
                    (flags & NON_BLOCK) != 0 || serverId == 0,
                    serverId,
                    heartbeat.matches("\\d{1,18}") ? Long.parseLong(heartbeat) : 0,
                    checksum.equals("CRC32"));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw DumpFeed.refusal("an invalid dump command: " + e.getMessage());
        }
    }

    /** MySQL 8.0.26 introduced the prefix {@code source_}. Returns empty if neither is set. */
    private static String sourceOrMasterVariable(Map<String, String> userVariables, String name) {
        return userVariables.getOrDefault("source_" + name, userVariables.getOrDefault("master_" + name, ""));
    }

    /** Checks the length before the allocation, because the client sent it. */
    private static byte[] bytes(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
