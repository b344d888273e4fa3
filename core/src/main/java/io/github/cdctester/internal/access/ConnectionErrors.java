// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import java.sql.SQLException;
import java.util.Set;

/** Errors of MySQL, MariaDB and their clients that are about one connection: another connection may succeed. */
public final class ConnectionErrors {

    /**
     * MySQL ends a connection that was idle for longer than {@code wait_timeout}. It sends this error without a statement before
     * it closes, so a statement that is sent later and gets this answer was never executed.
     */
    public static final int IDLE_TOO_LONG = 4031;

    /** KILL QUERY, and on MySQL also KILL CONNECTION: only the server can tell whether the connection lives on. */
    public static final int INTERRUPTED = 1317;

    /** Sysbench's (2006, 2011, 2013, 2055), server shutdown, KILL on MariaDB, a killed session, and an idle one. */
    private static final Set<Integer> ENDS_CONNECTION = Set.of(2006, 2011, 2013, 2055, 1053, 1927, 3169, IDLE_TOO_LONG);

    private ConnectionErrors() {}

    /** Returns true if the error ends the connection, or may do so. */
    public static boolean isAboutConnection(int code) {
        return code == INTERRUPTED || ENDS_CONNECTION.contains(code);
    }

    /** Returns true if the connection has certainly ended. */
    public static boolean isLost(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08")
                || ENDS_CONNECTION.contains(e.getErrorCode());
    }
}
