// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.binlog.connection.ByteSource;
import io.github.cdctester.internal.binlog.connection.DumpCommand;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Reads packets with their headers up to the current end of the log. */
public final class RawDump {

    private static final int FLAGS_OFFSET = 5;
    private static final int NON_BLOCK = 1;
    private static final int EOF_PACKET_BYTES = 9;

    private RawDump() {}

    public static byte[] read(Endpoint endpoint, String file) {
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            var server = ServerInspector.of(connection, EpochMicrosClock.SYSTEM).info();
            DumpCommand.setUpSession(connection, server, Duration.ofSeconds(60));
            byte[] command = DumpCommand.from(new LogPosition(file, LogPosition.FIRST_EVENT), server);
            command[FLAGS_OFFSET] |= NON_BLOCK;
            ByteSource source = connection.startDump(command);
            ByteBuffer buffer = source.newBuffer();
            ByteArrayOutputStream dump = new ByteArrayOutputStream();
            byte[] tail = new byte[EOF_PACKET_BYTES];
            while (source.read(buffer.clear()) >= 0) {
                byte[] chunk = new byte[buffer.flip().remaining()];
                buffer.get(chunk);
                dump.writeBytes(chunk);
                tail = tail(tail, chunk);
                if (isEofPacket(tail)) {
                    return dump.toByteArray();
                }
            }
            throw new AssertionError("the dump broke after " + dump.size() + " bytes");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A packet may arrive in several reads. */
    private static byte[] tail(byte[] previousTail, byte[] chunk) {
        byte[] tail = new byte[EOF_PACKET_BYTES];
        int fromChunk = Math.min(EOF_PACKET_BYTES, chunk.length);
        System.arraycopy(previousTail, fromChunk, tail, 0, EOF_PACKET_BYTES - fromChunk);
        System.arraycopy(chunk, chunk.length - fromChunk, tail, EOF_PACKET_BYTES - fromChunk, fromChunk);
        return tail;
    }

    /** An EOF packet has five bytes that start with 0xFE. */
    private static boolean isEofPacket(byte[] tail) {
        return tail[0] == 5 && tail[1] == 0 && tail[2] == 0 && tail[4] == (byte) 0xFE;
    }
}
