// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

/** Which JDBC driver the write side uses. The library brings none; it takes what is on the class path. */
public enum JdbcDriver {
    /** MariaDB Connector/J where present (it serves MySQL too), else MySQL Connector/J. */
    AUTO,
    /** {@code org.mariadb.jdbc:mariadb-java-client}. */
    MARIADB,
    /** {@code com.mysql:mysql-connector-j}. */
    CONNECTOR_J
}
