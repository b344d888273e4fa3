// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.access.Quoted;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Start arguments of servers whose log can be measured. */
enum ServerFamily {
    /** {@code binlog_format} is ROW since 5.7.7, and setting it is deprecated. */
    MYSQL(List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON")),
    /** Without these, its log is off, mixed and without checksums. */
    MARIADB(List.of("--binlog-format=ROW"));

    /** Commits outlive the server, not the machine. */
    static final List<String> NOT_DURABLE = List.of("--sync-binlog=0", "--innodb-flush-log-at-trx-commit=2");

    private static final List<String> COMMON = List.of(
            "--server-id=1",
            "--log-bin=binlog",
            "--binlog-row-image=FULL",
            "--binlog-row-metadata=FULL",
            "--binlog-checksum=CRC32");

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of constants
    private final List<String> specific;

    ServerFamily(List<String> specific) {
        this.specific = specific;
    }

    List<String> arguments() {
        List<String> arguments = new ArrayList<>(COMMON);
        arguments.addAll(specific);
        return List.copyOf(arguments);
    }

    /** The account of a container's tests, with the privileges to follow the log and to write to one schema. */
    record ReplicationAccount(String database, Password password) {

        static final String USER = "cdc";

        static ReplicationAccount in(String database) {
            return new ReplicationAccount(database, randomPassword());
        }

        /** Returns a random password with the characters that password policies require. */
        static Password randomPassword() {
            byte[] bytes = new byte[18];
            new SecureRandom().nextBytes(bytes);
            return Password.of("aA1-" + Base64.getUrlEncoder().encodeToString(bytes));
        }

        Endpoint at(String host, int port) {
            return Endpoint.of(host, port, database, USER, password);
        }

        /** Returns repeatable statements, because the server may restart between them. */
        List<String> statements() {
            String account = Quoted.text(USER) + "@'%'";
            // in a GRANT, an underscore stands for any character
            String schema = Quoted.name(database.replace("_", "\\_"));
            return List.of(
                    "CREATE DATABASE IF NOT EXISTS " + Quoted.name(database),
                    "CREATE USER IF NOT EXISTS " + account + " IDENTIFIED BY " + Quoted.text(password.reveal()),
                    "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + account,
                    "GRANT CREATE, DROP, INDEX, SELECT, INSERT, UPDATE, DELETE ON " + schema + ".* TO " + account);
        }
    }
}
