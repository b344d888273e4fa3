// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.internal.binlog.connection.ConnectionSecurity;
import io.github.cdctester.internal.binlog.connection.ServerInfo;

/** Information about servers. */
public final class ServerInfos {

    private ServerInfos() {}

    /** MySQL with the defaults that the tester requests. */
    public static ServerInfo mySql() {
        return new ServerInfo(
                ServerInfo.Flavor.MYSQL,
                "9.7.0",
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
                new ServerInfo.Durability("1", "1", "1073741824"),
                new ConnectionSecurity(true, "TLSv1.3", "", "caching_sha2_password", false));
    }
}
