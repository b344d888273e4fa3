// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.position.LogPosition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

public class DumpCommandTest {

    private static final ServerInfo MYSQL = ServerInfoTest.server(ServerInfo.Flavor.MYSQL, "9.7.4", "CRC32");
    private static final ServerInfo MARIADB = ServerInfoTest.server(ServerInfo.Flavor.MARIADB, "11.4.5", "CRC32");
    private static final LogPosition START = new LogPosition("binlog.000003", 0xFFFF_FFFFL);

    @Test
    void requestsFileFrom32BitPosition() {
        byte[] command = DumpCommand.from(START, MYSQL);
        assertThat(command[0]).isEqualTo((byte) 0x12);
        assertThat(ByteBuffer.wrap(command).order(ByteOrder.LITTLE_ENDIAN).getInt(1) & 0xFFFF_FFFFL)
                .isEqualTo(START.offset());
        assertThat(new String(command, 11, command.length - 11, StandardCharsets.UTF_8))
                .isEqualTo("binlog.000003");
    }

    @Test
    void requestsAnnotationsFromMariaDb() {
        assertThat(flags(DumpCommand.from(START, MYSQL))).isZero();
        assertThat(flags(DumpCommand.from(START, MARIADB))).isEqualTo(2);
    }

    @Test
    void requestsDumpUntilEnd() {
        assertThat(flags(DumpCommand.untilEnd(START, MYSQL))).isEqualTo(1);
        assertThat(flags(DumpCommand.untilEnd(START, MARIADB))).isEqualTo(3);
    }

    @Test
    void choosesServerIdsAboveConfiguredIds() {
        for (int i = 0; i < 1_000; i++) {
            int id = ByteBuffer.wrap(DumpCommand.from(START, MYSQL))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .getInt(7);
            assertThat(id).isGreaterThanOrEqualTo(0x4000_0000);
        }
    }

    private static int flags(byte[] command) {
        return ByteBuffer.wrap(command).order(ByteOrder.LITTLE_ENDIAN).getShort(5);
    }
}
