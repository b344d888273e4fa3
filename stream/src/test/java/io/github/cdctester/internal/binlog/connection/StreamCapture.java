// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;

/** Creates the files in {@code src/test/resources/streams}: all bytes after the dump command, gzipped. */
public final class StreamCapture {

    /** The flags are two bytes of COM_BINLOG_DUMP. */
    private static final int FLAGS_OFFSET = 5;

    private StreamCapture() {}

    /**
     * Captures a server's log, or heartbeats after the log's end.
     *
     * @param arguments host, port, user, password, log file, offset (4 is the start of the file), output file, and for heartbeats their
     *     number and the flag for HEARTBEAT_V2 (2, or 0)
     */
    public static void main(String[] arguments) throws IOException {
        Endpoint endpoint =
                Endpoint.of(arguments[0], Integer.parseInt(arguments[1]), "", arguments[2], Password.of(arguments[3]));
        LogPosition start = new LogPosition(arguments[4], Long.parseLong(arguments[5]));
        try (ServerConnection connection = ServerConnection.open(endpoint);
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(Path.of(arguments[6])))) {
            ServerInfo server =
                    ServerInspector.of(connection, EpochMicrosClock.SYSTEM).info();
            if (arguments.length > 7) {
                DumpCommand.setUpSession(connection, server, Duration.ofSeconds(1));
                byte[] dump = DumpCommand.from(start, server);
                dump[FLAGS_OFFSET] |= Byte.parseByte(arguments[8]);
                copyHeartbeats(connection.startDump(dump), Integer.parseInt(arguments[7]), out);
                return;
            }
            DumpCommand.setUpSession(connection, server, Duration.ofSeconds(5));
            ByteSource source = connection.startDump(DumpCommand.untilEnd(start, server));
            ByteBuffer buffer = source.newBuffer().clear();
            // the server closes the connection after its EOF packet
            for (int readBytes = source.read(buffer); readBytes >= 0; readBytes = source.read(buffer.clear())) {
                byte[] bytes = new byte[readBytes];
                buffer.flip().get(bytes);
                out.write(bytes);
            }
        }
    }

    /** Adds an EOF packet that the server would not send. */
    private static void copyHeartbeats(ByteSource source, int maxCount, OutputStream out) throws IOException {
        ByteBuffer buffer = source.newBuffer().clear();
        int count = 0;
        while (count < maxCount && source.read(buffer) >= 0) {
            buffer.flip();
            while (count < maxCount
                    && buffer.remaining() > 4
                    && buffer.remaining() >= 4 + (buffer.getInt(buffer.position()) & 0xFFFFFF)) {
                byte[] packet = new byte[4 + (buffer.getInt(buffer.position()) & 0xFFFFFF)];
                buffer.get(packet);
                out.write(packet);
                count += packet[9] == EventKind.HEARTBEAT || packet[9] == EventKind.HEARTBEAT_V2 ? 1 : 0;
            }
            buffer.compact();
        }
        out.write(new byte[] {5, 0, 0, 0, (byte) 0xFE, 0, 0, 2, 0});
    }
}
