// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.internal.binlog.connection.ServerInfo.Flavor;
import io.github.cdctester.internal.binlog.gtid.ExecutedGtids;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.mysql.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class GtidsBeforePositionTest {

    private static final String GTIDS = "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5";
    private static final byte[] END = {(byte) 0xFE, 0, 0, 2, 0};

    @ParameterizedTest
    @CsvSource({"197, " + GTIDS + ", true", "end, " + GTIDS + ", false", "197, none, false", "3, " + GTIDS + ", false"})
    void usesOnlyAnswersInExpectedFormat(String endPosition, String gtids, boolean isKnown) throws IOException {
        List<String> event = List.of("binlog.000001", "126", "Previous_gtids", "1", endPosition, gtids);
        ExecutedGtids executed = ExecutedGtids.withGtids(false);
        try (ScriptedServer server = new ScriptedServer(false, (command, packets, out) -> {
                    packets.put(new byte[] {(byte) event.size()});
                    for (int column = 0; column < event.size(); column++) {
                        packets.put(new byte[] {3, 'd', 'e', 'f'});
                    }
                    packets.put(END);
                    packets.put(row(event));
                    packets.put(END);
                    packets.flush();
                });
                ServerConnection connection = ServerConnection.open(server.endpoint(SslMode.DISABLED))) {
            GtidsBeforePosition.query(
                    connection,
                    ServerInfoTest.server(Flavor.MYSQL, "9.7.4", "CRC32"),
                    new LogPosition("binlog.000001", 4),
                    executed);
        }
        assertThat(executed.isKnown()).isEqualTo(isKnown);
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
