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

/** The bytes of a dump up to the current end of the log: packets with their headers. */
public final class RawDump {

    private static final int FLAGS = 5;
    private static final int NON_BLOCK = 1;
    private static final int END_BYTES = 9;

    private RawDump() {}

    public static byte[] read(Endpoint from, String file) {
        try (ServerConnection connection = ServerConnection.open(from)) {
            var server = ServerInspector.of(connection, EpochMicrosClock.SYSTEM).info();
            DumpCommand.setUpSession(connection, server, Duration.ofSeconds(60));
            byte[] command = DumpCommand.from(new LogPosition(file, LogPosition.FIRST_EVENT), server);
            command[FLAGS] |= NON_BLOCK;
            ByteSource source = connection.stream(command);
            ByteBuffer buffer = source.newBuffer();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] tail = new byte[END_BYTES];
            while (source.read(buffer.clear()) >= 0) {
                byte[] read = new byte[buffer.flip().remaining()];
                buffer.get(read);
                all.writeBytes(read);
                tail = tail(tail, read);
                if (isEnd(tail)) {
                    return all.toByteArray();
                }
            }
            throw new AssertionError("the dump broke after " + all.size() + " bytes");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the last bytes so far, because a packet may arrive in several reads. */
    private static byte[] tail(byte[] before, byte[] read) {
        byte[] tail = new byte[END_BYTES];
        int fromRead = Math.min(END_BYTES, read.length);
        System.arraycopy(before, fromRead, tail, 0, END_BYTES - fromRead);
        System.arraycopy(read, read.length - fromRead, tail, END_BYTES - fromRead, fromRead);
        return tail;
    }

    /** Returns true for an EOF packet: five bytes that start with 0xFE. */
    private static boolean isEnd(byte[] tail) {
        return tail[0] == 5 && tail[1] == 0 && tail[2] == 0 && tail[4] == (byte) 0xFE;
    }
}
