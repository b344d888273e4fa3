// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import io.github.cdctester.failure.Setting;
import java.sql.SQLException;
import java.util.Set;

/** Error codes of MySQL, MariaDB and their clients that determine the tester's reaction. */
public final class ServerErrors {

    /**
     * MySQL sends this error before it closes a connection that was idle for longer than {@code wait_timeout}. A statement that
     * receives it was not executed.
     */
    public static final int IDLE_TOO_LONG = 4031;

    /** KILL QUERY, or on MySQL also KILL CONNECTION. The connection may still be open. */
    public static final int INTERRUPTED = 1317;

    /**
     * The errors that sysbench handles (2006, 2011, 2013, 2055), server shutdown, a failed {@code init_connect}, KILL on MariaDB, a
     * killed session, and an idle connection.
     */
    private static final Set<Integer> CONNECTION_ERRORS =
            Set.of(2006, 2011, 2013, 2055, 1053, 1184, 1927, 3169, IDLE_TOO_LONG);

    /** 1290: {@code read_only} or {@code super_read_only}. 1836: {@code innodb_read_only}. */
    private static final Set<Integer> READ_ONLY_CODES = Set.of(1290, 1836);

    /** A privilege is missing for the database, table or column, or in general. */
    private static final Set<Integer> ACCESS_DENIED_CODES = Set.of(1044, 1142, 1143, 1227);

    private ServerErrors() {}

    /** Returns true if the work may succeed on a new connection. */
    public static boolean affectsOnlyConnection(int code) {
        return code == INTERRUPTED || CONNECTION_ERRORS.contains(code);
    }

    /** Returns true if the connection has ended. */
    public static boolean endsConnection(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08")
                || CONNECTION_ERRORS.contains(e.getErrorCode());
    }

    /** Returns true if the account lacks a privilege. */
    public static boolean isAccessDenied(SQLException e) {
        return ACCESS_DENIED_CODES.contains(e.getErrorCode());
    }

    /** After a write that was refused because the server is read-only, adds the option that makes the tester retry. */
    public static String text(Throwable cause) {
        int code = cause instanceof SQLException refusal ? refusal.getErrorCode() : 0;
        return !READ_ONLY_CODES.contains(code)
                ? String.valueOf(cause.getMessage())
                : cause.getMessage() + "; with error " + code + " in " + Setting.IGNORE_ERRORS
                        + " it is retried until the server accepts writes";
    }
}
