// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import java.util.List;

/** The settings of an embedded server; {@link EmbeddedMariaDb} lists them for its users. */
final class ServerSettings {

    static final List<String> ARGUMENTS = List.of(
            // The log that is measured
            "--log-bin=binlog",
            "--server-id=1",
            "--binlog-format=ROW",
            "--binlog-row-image=FULL",
            "--binlog-checksum=CRC32",
            // Durability: the data lives for one run, and the disk is not what is tested
            "--debug-no-sync",
            "--sync-binlog=0",
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-doublewrite=OFF",
            "--innodb-fast-shutdown=2",
            "--innodb-buffer-pool-dump-at-shutdown=OFF",
            // Room for 256 writers, their prepare and clean-up, and rows of any size
            "--max-connections=600",
            "--back-log=600",
            "--max_allowed_packet=1G", // with underscores: the launcher looks for its own default so
            "--innodb-buffer-pool-size=128M",
            "--character-set-server=utf8mb4",
            // Nobody but this machine
            "--bind-address=" + ServerAccount.HOST,
            "--skip-name-resolve",
            "--skip-ssl");

    private ServerSettings() {}
}
