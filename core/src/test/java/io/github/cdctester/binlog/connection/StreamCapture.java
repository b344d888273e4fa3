// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.binlog.connection;

import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.time.EpochMicrosClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.GZIPOutputStream;

/** Makes the files in {@code src/test/resources/streams}: all that a server sends after the dump command, gzipped. */
public final class StreamCapture {

    private StreamCapture() {}

    /**
     * Captures a server's log from a position to its present end.
     *
     * @param arguments host, port, user, password, log file, offset (4 is the file's beginning), and the file to write
     */
    public static void main(String[] arguments) throws IOException {
        Endpoint endpoint =
                Endpoint.of(arguments[0], Integer.parseInt(arguments[1]), "", arguments[2], Password.of(arguments[3]));
        LogPosition start = new LogPosition(arguments[4], Long.parseLong(arguments[5]));
        try (ServerConnection connection = ServerConnection.open(endpoint);
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(Path.of(arguments[6])))) {
            ServerInfo server =
                    ServerInspector.of(connection, EpochMicrosClock.SYSTEM).info();
            DumpCommand.setUpSession(connection, server, Duration.ofSeconds(5));
            ByteSource source = connection.stream(DumpCommand.untilEnd(start, server));
            ByteBuffer buffer = source.newBuffer().clear();
            // the server closes the connection after its EOF packet
            for (int read = source.read(buffer); read >= 0; read = source.read(buffer.clear())) {
                byte[] bytes = new byte[read];
                buffer.flip().get(bytes);
                out.write(bytes);
            }
        }
    }
}
