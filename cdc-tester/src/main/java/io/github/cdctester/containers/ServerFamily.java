// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import java.util.ArrayList;
import java.util.List;

/** The arguments with which a server's log can be measured. */
enum ServerFamily {
    /** {@code binlog_format} is ROW since 5.7.7, and setting it is deprecated. */
    MYSQL(List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON")),
    /** Without these, its log is off, mixed and without checksums. */
    MARIADB(List.of("--binlog-format=ROW"));

    /** Commits outlive the server, not the machine. */
    static final List<String> NOT_DURABLE = List.of("--sync-binlog=0", "--innodb-flush-log-at-trx-commit=2");

    private static final List<String> OF_ALL = List.of(
            "--server-id=1",
            "--log-bin=binlog",
            "--binlog-row-image=FULL",
            "--binlog-row-metadata=FULL",
            "--binlog-checksum=CRC32");

    @SuppressWarnings("ImmutableEnumChecker") // of constants, and unmodifiable
    private final List<String> own;

    ServerFamily(List<String> own) {
        this.own = own;
    }

    List<String> arguments() {
        List<String> arguments = new ArrayList<>(OF_ALL);
        arguments.addAll(own);
        return List.copyOf(arguments);
    }
}
