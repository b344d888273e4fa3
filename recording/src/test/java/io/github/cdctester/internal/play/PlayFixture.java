// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.connection.ByteSource;
import io.github.cdctester.internal.binlog.connection.DumpCommand;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventHandler;
import io.github.cdctester.internal.binlog.event.StreamEndedException;
import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

abstract class PlayFixture {

    static final int NON_BLOCK = 1;
    static final Password SECRET = Password.of("s3cret");

    final List<String> messages = Collections.synchronizedList(new ArrayList<>());
    PlayServer server;

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    void play(Recording recording, double speed) {
        server = PlayServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                recording,
                new PlayServer.PlaySettings(speed, 1, false, "root", SECRET, null),
                messages::add);
    }

    ServerConnection connect() {
        return ServerConnection.open(endpoint(SECRET));
    }

    Endpoint endpoint(Password password) {
        return Endpoint.of("127.0.0.1", server.address().getPort(), "", "root", password)
                .withSsl(SslMode.DISABLED, null);
    }

    /** Excludes artificial events. */
    byte[] dump(GtidSet consumerGtids, LogPosition from) throws IOException {
        try (ServerConnection connection = connect()) {
            setUp(connection, Duration.ofSeconds(1));
            return read(connection.startDump(
                    consumerGtids == null
                            ? byPosition(from)
                            : DumpCommand.afterGtids(consumerGtids, from, 9, NON_BLOCK)));
        }
    }

    static void setUp(ServerConnection connection, Duration heartbeatPeriod) throws IOException {
        DumpCommand.setUpSession(
                connection,
                ServerInspector.of(connection, EpochMicrosClock.SYSTEM).info(),
                heartbeatPeriod);
    }

    static byte[] byPosition(LogPosition from) {
        return byPosition(from, NON_BLOCK);
    }

    static byte[] byPosition(LogPosition from, int flags) {
        byte[] file = from.file().getBytes(StandardCharsets.UTF_8);
        ByteBuffer command = ByteBuffer.allocate(11 + file.length).order(ByteOrder.LITTLE_ENDIAN);
        return command.put((byte) 0x12)
                .putInt((int) from.offset())
                .putShort((short) flags)
                .putInt(9)
                .put(file)
                .array();
    }

    private static byte[] read(ByteSource source) throws IOException {
        LogBytes log = new LogBytes();
        EventFramer framer = new EventFramer(log);
        ByteBuffer buffer = source.newBuffer();
        while (true) {
            buffer.compact();
            assertThat(source.read(buffer)).isPositive();
            try {
                framer.consume(buffer.flip());
            } catch (StreamEndedException e) {
                return log.bytes.toByteArray();
            }
        }
    }

    private static final class LogBytes implements EventHandler {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean isRecorded;

        @Override
        public void eventBegin(ByteBuffer buffer, int offset, int prefixBytes, long length) {
            isRecorded = buffer.getInt(offset) != 0 && buffer.getInt(offset + 13) != 0;
            eventBody(buffer, offset, prefixBytes);
        }

        @Override
        public void eventBody(ByteBuffer buffer, int offset, int count) {
            for (int i = 0; isRecorded && i < count; i++) {
                bytes.write(buffer.get(offset + i));
            }
        }
    }
}
