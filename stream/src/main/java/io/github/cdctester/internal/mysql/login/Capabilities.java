// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.login;

/** Flags of the connection phase. MySQL's {@code mysql_com.h} lists all flags. */
final class Capabilities {

    /** MySQL: passwords of version 4.1 and later. MariaDB: the client uses MySQL's protocol, not MariaDB's extensions. */
    static final int LONG_PASSWORD = 1;

    static final int LONG_FLAG = 1 << 2;
    static final int CONNECT_WITH_DB = 1 << 3;
    static final int PROTOCOL_41 = 1 << 9;
    static final int SSL = 1 << 11;
    static final int TRANSACTIONS = 1 << 13;
    static final int SECURE_CONNECTION = 1 << 15;
    static final int PLUGIN_AUTH = 1 << 19;
    static final int CONNECT_ATTRS = 1 << 20;

    /** The authentication data in the client's first packet may be longer than 255 bytes. */
    static final int PLUGIN_AUTH_LENENC = 1 << 21;

    static final int SESSION_TRACK = 1 << 23;

    private static final int COMMON_FLAGS = LONG_PASSWORD | LONG_FLAG | PROTOCOL_41 | SECURE_CONNECTION;

    /** Flags that the tester's own server offers. */
    static final int OFFERED_FLAGS =
            COMMON_FLAGS | SSL | PLUGIN_AUTH | PLUGIN_AUTH_LENENC | CONNECT_WITH_DB | TRANSACTIONS | CONNECT_ATTRS;

    private Capabilities() {}

    /**
     * Without CLIENT_DEPRECATE_EOF, result sets have the classic format. Without CLIENT_FOUND_ROWS, the server reports changed rows
     * as affected rows.
     */
    static int of(Greeting greeting, boolean usesTls, LoginOptions options) {
        int optionalFlags = PLUGIN_AUTH | PLUGIN_AUTH_LENENC | CONNECT_ATTRS;
        return COMMON_FLAGS
                | greeting.capabilities() & (optionalFlags | (options.sessionTracking() ? SESSION_TRACK : 0))
                | (options.database().isEmpty() ? 0 : CONNECT_WITH_DB)
                | (usesTls ? SSL : 0);
    }
}
