// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection.login;

/** The flags of the connection phase that we set or look at; MySQL's {@code mysql_com.h} has all. */
final class Capabilities {

    /** MySQL: passwords of 4.1 and later. MariaDB: the client is of MySQL's kind. */
    static final int LONG_PASSWORD = 1;

    static final int LONG_FLAG = 1 << 2;
    static final int CONNECT_WITH_DB = 1 << 3;
    static final int PROTOCOL_41 = 1 << 9;
    static final int SSL = 1 << 11;
    static final int TRANSACTIONS = 1 << 13;
    static final int SECURE_CONNECTION = 1 << 15;
    static final int PLUGIN_AUTH = 1 << 19;
    static final int CONNECT_ATTRS = 1 << 20;

    /** The first answer may be longer than 255 bytes. */
    static final int PLUGIN_AUTH_LENENC = 1 << 21;

    private static final int USUAL = LONG_PASSWORD | LONG_FLAG | PROTOCOL_41 | SECURE_CONNECTION;

    /** Capabilities of the tester's own server. */
    static final int OFFERED =
            USUAL | SSL | PLUGIN_AUTH | PLUGIN_AUTH_LENENC | CONNECT_WITH_DB | TRANSACTIONS | CONNECT_ATTRS;

    private Capabilities() {}

    /** The capabilities that we request: without CLIENT_DEPRECATE_EOF, so result sets keep their classic form. */
    static int of(Greeting greeting, boolean tls) {
        return USUAL
                | (greeting.has(PLUGIN_AUTH) ? PLUGIN_AUTH : 0)
                | (greeting.has(PLUGIN_AUTH_LENENC) ? PLUGIN_AUTH_LENENC : 0)
                | (tls ? SSL : 0);
    }
}
