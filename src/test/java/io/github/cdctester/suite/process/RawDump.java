// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.process;

import io.github.cdctester.binlog.connection.ByteSource;
import io.github.cdctester.binlog.connection.DumpCommand;
import io.github.cdctester.binlog.connection.ServerConnection;
import io.github.cdctester.binlog.connection.ServerInspector;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.time.EpochMicrosClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** The bytes that a server sends for a dump up to the present end of its log: packets with their headers. */
public final class RawDump {

    private static final int FLAGS = 5;
    private static final int NON_BLOCK = 1;

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
            while (source.read(buffer.clear()) >= 0) {
                byte[] read = new byte[buffer.flip().remaining()];
                buffer.get(read);
                all.writeBytes(read);
                if (endsWithEnd(read)) {
                    return all.toByteArray();
                }
            }
            throw new AssertionError("the dump broke after " + all.size() + " bytes");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** An EOF packet: five bytes that begin with 0xFE. */
    private static boolean endsWithEnd(byte[] read) {
        int at = read.length - 9;
        return at >= 0 && read[at] == 5 && read[at + 1] == 0 && read[at + 2] == 0 && read[at + 4] == (byte) 0xFE;
    }
}
