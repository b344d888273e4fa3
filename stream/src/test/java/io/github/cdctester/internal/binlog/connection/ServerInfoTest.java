// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.mysql.ConnectionSecurity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class ServerInfoTest {

    @ParameterizedTest
    @CsvSource({
        "MYSQL, 9.7.4-2, true",
        "MYSQL, 8.4.0, true",
        "MYSQL, 8.0.36-28.1, true",
        "MYSQL, 8.0.1-dmr, true",
        "MYSQL, 8.0.0-dmr, false",
        "MYSQL, 5.7.44-log, false",
        "MYSQL, 5.6.51, false",
        "MYSQL, 10, true",
        "MYSQL, '', false",
        "MYSQL, unknown, false",
        "MARIADB, 11.4.5-MariaDB-log, false",
        "MARIADB, 5.5.5-10.11.19-MariaDB, false",
        "POLARDBX, 8.0.32-X-Cluster-8.4.20, false"
    })
    void recognizesServersWithCommitTimes(ServerInfo.Flavor flavor, String version, boolean expected) {
        assertThat(server(flavor, version, "CRC32").hasCommitTimestamps()).isEqualTo(expected);
    }

    @Test
    void recognizesChecksumsInAnySpelling() {
        assertThat(server(ServerInfo.Flavor.MYSQL, "9.7.4", "crc32").hasChecksums())
                .isTrue();
        assertThat(server(ServerInfo.Flavor.MYSQL, "9.7.4", "NONE").hasChecksums())
                .isFalse();
        assertThat(server(ServerInfo.Flavor.POLARDBX, "8.0.32", "").hasChecksums())
                .isFalse();
    }

    @Test
    void recognizesMariaDb() {
        assertThat(server(ServerInfo.Flavor.MARIADB, "11.4.5", "NONE").isMariaDb())
                .isTrue();
        assertThat(server(ServerInfo.Flavor.MYSQL, "9.7.4", "NONE").isMariaDb()).isFalse();
    }

    public static ServerInfo server(ServerInfo.Flavor flavor, String version, String checksum) {
        return new ServerInfo(
                flavor,
                version,
                "",
                "1",
                "db",
                "ON",
                "ROW",
                "FULL",
                checksum,
                "",
                "OFF",
                "16384",
                ServerInfo.Durability.UNKNOWN,
                new ConnectionSecurity(false, "", "", "", false));
    }
}
