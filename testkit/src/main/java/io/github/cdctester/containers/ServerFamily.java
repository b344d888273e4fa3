// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.access.Quoted;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Server arguments that turn on the binlog, and the settings that a measurement needs. */
enum ServerFamily {
    /** Sets no {@code binlog_format}: ROW is the default since 5.7.7, and the setting is deprecated. */
    MYSQL(List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON")),
    /** By default, MariaDB's log is off. If turned on, it has mixed format and no checksums. */
    MARIADB(List.of("--binlog-format=ROW"));

    /** Commits survive a crash of the server, but not a crash of the machine. */
    static final List<String> NOT_DURABLE = List.of("--sync-binlog=0", "--innodb-flush-log-at-trx-commit=2");

    private static final List<String> COMMON = List.of(
            "--server-id=1",
            "--log-bin=binlog",
            "--binlog-row-image=FULL",
            "--binlog-row-metadata=FULL",
            "--binlog-checksum=CRC32");

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of constants
    private final List<String> familyArguments;

    ServerFamily(List<String> familyArguments) {
        this.familyArguments = familyArguments;
    }

    List<String> arguments() {
        List<String> arguments = new ArrayList<>(COMMON);
        arguments.addAll(familyArguments);
        return List.copyOf(arguments);
    }

    record ReplicationAccount(String database, Password password) {

        static final String USER = "cdc";

        static ReplicationAccount forDatabase(String database) {
            return new ReplicationAccount(database, randomPassword());
        }

        /** Contains upper and lower case, digits and special characters, for password policies. */
        static Password randomPassword() {
            byte[] bytes = new byte[18];
            new SecureRandom().nextBytes(bytes);
            return Password.of("aA1-" + Base64.getUrlEncoder().encodeToString(bytes));
        }

        Endpoint endpoint(String host, int port) {
            return Endpoint.of(host, port, database, USER, password);
        }

        /** Idempotent, because the server may restart between the statements. */
        List<String> statements() {
            String account = Quoted.text(USER) + "@'%'";
            // in a GRANT, an unescaped underscore matches any character
            String schema = Quoted.name(database.replace("_", "\\_"));
            return List.of(
                    "CREATE DATABASE IF NOT EXISTS " + Quoted.name(database),
                    "CREATE USER IF NOT EXISTS " + account + " IDENTIFIED BY " + Quoted.text(password.reveal()),
                    "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + account,
                    "GRANT CREATE, DROP, INDEX, SELECT, INSERT, UPDATE, DELETE ON " + schema + ".* TO " + account);
        }
    }
}
