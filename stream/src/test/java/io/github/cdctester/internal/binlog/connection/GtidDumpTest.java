// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.gtid.GtidSet;
import io.github.cdctester.internal.binlog.gtid.MariaDbGtidState;
import io.github.cdctester.internal.binlog.position.LogPosition;
import org.junit.jupiter.api.Test;

public class GtidDumpTest {

    private static final String UUID = "0618a1f8-e58e-11f1-9016-0242ac110004";

    @Test
    void requestsTransactionsOutsideOfSet() {
        assertThat(DumpCommand.afterGtids(GtidSet.parse(UUID + ":1-2"), DumpCommand.ANYWHERE, 0x4000_0001, 1))
                .asHexString()
                .isEqualToIgnoringCase("1e" + "0100" + "01000040" // flags, server id
                        + "00000000" + "0400000000000000" // no name, position 4
                        + "30000000" // 48 bytes:
                        + "0100000000000000" + UUID.replace("-", "")
                        + "0100000000000000" + "0100000000000000" + "0300000000000000");
    }

    @Test
    void requestsAllTransactions() {
        assertThat(DumpCommand.afterGtids(new GtidSet(), DumpCommand.ANYWHERE, 0x7FFF_FFFF, 0))
                .asHexString()
                .isEqualToIgnoringCase(
                        "1e" + "0000" + "ffffff7f" + "00000000" + "0400000000000000" + "08000000" + "0000000000000000");
    }

    @Test
    void requestsTransactionsAfterPosition() {
        assertThat(DumpCommand.afterGtids(new GtidSet(), new LogPosition("log.1", 0x1_0000_0002L), 0x4000_0001, 0))
                .asHexString()
                .isEqualToIgnoringCase("1e" + "0000" + "01000040" // flags, server id
                        + "05000000" + "6c6f672e31" + "0200000001000000" // log.1, 64 bits
                        + "08000000" + "0000000000000000");
    }

    @Test
    void sendsReaderPositionToMariaDb() {
        MariaDbGtidState state = MariaDbGtidState.parse("0-1-10,1-2-7");
        assertThat(DumpCommand.sessionAfterGtids(state)).startsWith("SET @slave_connect_state = '0-1-10,1-2-7',");
        // the variable must be set even for the start of the log: otherwise MariaDB starts a dump by position
        assertThat(DumpCommand.sessionAfterGtids(new MariaDbGtidState())).startsWith("SET @slave_connect_state = '',");
    }

    @Test
    void requestsNoFileFromMariaDb() {
        ServerInfo server = ServerInfoTest.server(ServerInfo.Flavor.MARIADB, "11.4.5", "CRC32");
        byte[] command = DumpCommand.from(DumpCommand.ANYWHERE, server);
        assertThat(command).hasSize(11).startsWith(0x12, 4, 0, 0, 0, 2, 0);
    }
}
