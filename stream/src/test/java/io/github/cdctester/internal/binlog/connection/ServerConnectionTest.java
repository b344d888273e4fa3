// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.internal.mysql.ScriptedServer;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ServerConnectionTest {

    private static final int ER_NEW_ABORTING_CONNECTION = 1184;

    /** MySQL then closes the connection, so that a second query would not reveal the cause. */
    @Test
    void reportsFailedInitConnect() throws IOException {
        byte[] error = error(ER_NEW_ABORTING_CONNECTION, "Aborted connection (init_connect command failed)");
        try (ScriptedServer server = new ScriptedServer(false, (command, packets, out) -> {
                    packets.write(error);
                    throw new IOException("closed");
                });
                ServerConnection connection = ServerConnection.open(server.endpoint(SslMode.DISABLED))) {
            assertThatExceptionOfType(ServerErrorException.class)
                    .isThrownBy(() -> connection.queryIfPossible("SELECT 1"))
                    .withMessageContaining("init_connect command failed");
        }
    }

    private static byte[] error(int code, String text) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(new byte[] {(byte) 0xFF, (byte) code, (byte) (code >> 8)});
        packet.writeBytes(("#08S01" + text).getBytes(StandardCharsets.US_ASCII));
        return packet.toByteArray();
    }
}
