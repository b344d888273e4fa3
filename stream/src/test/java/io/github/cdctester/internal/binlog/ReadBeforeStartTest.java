// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import io.github.cdctester.internal.mysql.ScriptedServer;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the read of the log before a start in the middle of a file. MySQL reports GTIDs only for the start of a file. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class ReadBeforeStartTest {

    private static final int COM_QUERY = 3;
    private static final int COM_BINLOG_DUMP = 0x12;
    private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};
    private static final byte[] END = {(byte) 0xFE, 0, 0, 2, 0};
    private static final int SENT_BYTES = 100;
    private static final List<String> PREVIOUS_GTIDS =
            List.of("binlog.000007", "126", "Previous_gtids", "1", "197", "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5");

    private static final ServerInfo SERVER = new ServerInfo(
            ServerInfo.Flavor.MYSQL,
            "9.7.4",
            "",
            "1",
            "db",
            "ON",
            "ROW",
            "FULL",
            "CRC32",
            "ON",
            "OFF",
            "16384",
            ServerInfo.Durability.UNKNOWN,
            new ConnectionSecurity(false, "", "", "", false));

    private final AtomicInteger reports = new AtomicInteger();
    private final AtomicBoolean hasReaderEnded = new AtomicBoolean();

    @Test
    void stopEndsReadAtOnce() throws IOException {
        StartWatch watch = new StartWatch() {
            @Override
            public void onReadBeforeStart() {
                reports.incrementAndGet();
            }

            @Override
            public boolean isStopped() {
                return reports.get() > 0;
            }
        };
        try (ScriptedServer server = new ScriptedServer(false, ReadBeforeStartTest::answer)) {
            assertThatExceptionOfType(StartStoppedException.class)
                    .isThrownBy(() -> start(server.endpoint(SslMode.DISABLED), watch))
                    .withMessage("stopped while connecting to the stream");
        }
        assertThat(reports).hasValue(1);
    }

    /** A failure of the server must be reported even if the user has requested a stop meanwhile. */
    @Test
    void stopDoesNotHideFailure() throws IOException {
        StartWatch watch = new StartWatch() {
            @Override
            public boolean isStopped() {
                return hasReaderEnded.get();
            }
        };
        try (ScriptedServer server = new ScriptedServer(false, ReadBeforeStartTest::breakDump)) {
            assertThatThrownBy(() -> start(server.endpoint(SslMode.DISABLED), watch))
                    .isExactlyInstanceOf(RunFailedException.class)
                    .hasMessageContaining(" broke: ");
        }
        assertThat(hasReaderEnded).isTrue();
    }

    private static void breakDump(byte[] command, PacketStream packets, OutputStream out) throws IOException {
        if (command[0] == COM_BINLOG_DUMP) {
            throw new IOException("closes the connection");
        }
        answer(command, packets, out);
    }

    /** Sends only the beginning of the log to a dump. */
    private static void answer(byte[] command, PacketStream packets, OutputStream out) throws IOException {
        String sql = new String(command, 1, command.length - 1, StandardCharsets.UTF_8);
        if (command[0] == COM_BINLOG_DUMP) {
            out.write(CapturedStream.load("mysql-mix").bytes(), 0, SENT_BYTES);
        } else if (command[0] == COM_QUERY && sql.startsWith("SHOW BINLOG EVENTS")) {
            packets.put(new byte[] {(byte) PREVIOUS_GTIDS.size()});
            for (int column = 0; column < PREVIOUS_GTIDS.size(); column++) {
                packets.put(new byte[] {3, 'd', 'e', 'f'});
            }
            packets.put(END);
            packets.put(row(PREVIOUS_GTIDS));
            packets.put(END);
            packets.flush();
        } else {
            packets.write(OK);
        }
    }

    private static byte[] row(List<String> values) {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        for (String value : values) {
            row.write(value.length());
            row.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
        }
        return row.toByteArray();
    }

    private void start(Endpoint endpoint, StartWatch watch) {
        StreamSettings settings = new StreamSettings(
                endpoint,
                SERVER,
                ClockOffset.NONE,
                List.of(endpoint), // with failover, the GTIDs before the start must be known
                DelaySource.COMMIT_TIMESTAMP,
                new StreamSettings.StreamStart(new LogPosition("binlog.000007", 1_000_000), null, null, null),
                new StreamSettings.ReadSettings(
                        Reader.NATIVE, Duration.ZERO, RowCounting.OFF, false, false, false, null),
                StreamRoute.DIRECT);
        Subscriber.start(
                        settings,
                        new CountingSink(),
                        TransactionWatch.NONE,
                        null,
                        new EndOfReader(),
                        EpochMicrosClock.SYSTEM,
                        NanoClock.SYSTEM,
                        watch)
                .close();
    }

    /** Observes the end of the reader's thread, which is after its failure. */
    private final class EndOfReader implements EventTap {
        @Override
        public boolean needsStartGtids() {
            return false;
        }

        @Override
        public void formatDescription(byte[] event) {}

        @Override
        public void begin(String file, long offset, ByteBuffer buffer, int index, int prefixBytes) {}

        @Override
        public void append(ByteBuffer buffer, int index, int count) {}

        @Override
        public void end(boolean betweenTransactions) {}

        @Override
        public void onBreak() {}

        @Override
        public void close() {
            hasReaderEnded.set(true);
        }
    }
}
