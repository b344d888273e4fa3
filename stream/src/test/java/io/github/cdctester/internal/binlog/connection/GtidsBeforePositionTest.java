// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.internal.binlog.connection.ServerInfo.Flavor;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.ScriptedServer;
import io.github.cdctester.internal.mysql.packet.PacketStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class GtidsBeforePositionTest {

    private static final String GTIDS = "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5";
    private static final String FILE = "binlog.000001";
    private static final byte[] END = {(byte) 0xFE, 0, 0, 2, 0};
    private static final byte[] OK = {0, 0, 0, 2, 0, 0, 0};
    private static final int COM_BINLOG_DUMP = 0x12;
    private static final long TRANSACTION_BYTES =
            EventBytes.gtid(0, 1).length() + EventBytes.xid().length();

    @ParameterizedTest
    @CsvSource({"197, " + GTIDS + ", true", "end, " + GTIDS + ", false", "197, none, false", "3, " + GTIDS + ", false"})
    void usesOnlyAnswersInExpectedFormat(String endPosition, String gtids, boolean isKnown) throws IOException {
        List<String> event = List.of(FILE, "126", "Previous_gtids", "1", endPosition, gtids);
        ExecutedGtids executed = ExecutedGtids.withGtids(false);
        try (ScriptedServer server = new ScriptedServer(false, (command, packets, out) -> putRow(packets, event));
                ServerConnection connection = ServerConnection.open(server.endpoint(SslMode.DISABLED))) {
            GtidsBeforePosition.query(
                    connection,
                    ServerInfoTest.server(Flavor.MYSQL, "9.7.4", "CRC32"),
                    new LogPosition(FILE, 4),
                    executed);
        }
        assertThat(executed.isKnown()).isEqualTo(isKnown);
    }

    /** The transactions before the position are neither read by the stream nor reported to its watch. */
    @Test
    void addsTransactionsBetweenFileStartAndPosition() throws IOException {
        List<String> previousGtids = List.of(FILE, "4", "Previous_gtids", "1", "197", "");
        ExecutedGtids executed = ExecutedGtids.withGtids(false);
        List<Long> endedTransactions = new ArrayList<>();
        executed.reportTo(new TransactionWatch() {
            @Override
            public void onEnd(long high, long low, String tag, long number, long heartbeat) {
                endedTransactions.add(number);
            }
        });
        try (ScriptedServer server = new ScriptedServer(false, (command, packets, out) -> {
            if (command[0] == COM_BINLOG_DUMP) {
                putTransactions(packets, 5);
            } else if (new String(command, StandardCharsets.US_ASCII).contains("SHOW BINLOG EVENTS")) {
                putRow(packets, previousGtids);
            } else {
                packets.write(OK);
            }
        })) {
            GtidsBeforePosition.read(
                    server.endpoint(SslMode.DISABLED),
                    ServerInfoTest.server(Flavor.MYSQL, "9.7.4", "CRC32"),
                    new LogPosition(FILE, LogPosition.FIRST_EVENT + 3 * TRANSACTION_BYTES),
                    executed,
                    () -> {});
        }
        assertThat(executed.gtidsBeforeStart()).isEqualTo("00000000-0000-0000-0000-000000000000:1-3");
        assertThat(executed.allGtids()).hasToString("00000000-0000-0000-0000-000000000000:1-3");
        assertThat(endedTransactions).isEmpty();
    }

    private static void putTransactions(PacketStream packets, int count) throws IOException {
        long position = LogPosition.FIRST_EVENT;
        for (int number = 1; number <= count; number++) {
            for (EventBytes event : List.of(EventBytes.gtid(0, number), EventBytes.xid())) {
                position += event.length();
                ByteArrayOutputStream packet = new ByteArrayOutputStream();
                packet.write(0);
                packet.writeBytes(event.endingAt(position).bytes());
                packets.put(packet.toByteArray());
            }
        }
        packets.flush();
    }

    private static void putRow(PacketStream packets, List<String> values) throws IOException {
        packets.put(new byte[] {(byte) values.size()});
        for (int column = 0; column < values.size(); column++) {
            packets.put(new byte[] {3, 'd', 'e', 'f'});
        }
        packets.put(END);
        packets.put(row(values));
        packets.put(END);
        packets.flush();
    }

    private static byte[] row(List<String> values) {
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        for (String value : values) {
            row.write(value.length());
            row.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
        }
        return row.toByteArray();
    }
}
