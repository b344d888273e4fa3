// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import java.security.SecureRandom;
import java.util.Base64;

record ServerAccount(Password password) {

    static final String HOST = "127.0.0.1";
    static final String USER = "cdc_tester";
    static final String DATABASE = "cdctest";

    static ServerAccount random() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return new ServerAccount(
                Password.of(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    Endpoint endpoint(int port) {
        return Endpoint.of(HOST, port, DATABASE, USER, password).withSsl(SslMode.DISABLED, null);
    }

    /** Deletes all other accounts except system accounts, because they have no password, and other users of this machine can connect. */
    String initSql(boolean isMySql) {
        String account = "'" + USER + "'@'" + HOST + "'";
        return String.join(
                "\n",
                "SET SESSION sql_log_bin = 0;", // keeps the binlog empty
                // otherwise, arguments of the server may end this file, without a message
                "SET SESSION TRANSACTION READ WRITE;",
                "SET SESSION sql_safe_updates = 0;",
                isMySql
                        ? "DELETE FROM mysql.user WHERE User NOT LIKE 'mysql.%';"
                        : "DELETE FROM mysql.global_priv WHERE User <> 'mariadb.sys';",
                "DELETE FROM mysql.proxies_priv;",
                "DELETE FROM mysql.db;",
                "FLUSH PRIVILEGES;",
                "DROP DATABASE IF EXISTS test;",
                "CREATE DATABASE " + DATABASE + ";",
                "CREATE USER " + account + " IDENTIFIED BY '" + password.reveal() + "';",
                "GRANT ALL PRIVILEGES ON *.* TO " + account + " WITH GRANT OPTION;",
                "");
    }
}
