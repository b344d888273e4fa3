// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.Setting;
import java.sql.SQLException;
import java.util.Set;

/** Words for a statement that a server refused. */
public final class WriteRefusal {

    /** {@code read_only} and {@code super_read_only}; {@code innodb_read_only}. */
    private static final Set<Integer> READ_ONLY = Set.of(1290, 1836);

    private WriteRefusal() {}

    /** The server's words; if the server is read-only, also the option that waits until it is not. */
    public static String text(Throwable cause) {
        boolean readOnly = cause instanceof SQLException refusal && READ_ONLY.contains(refusal.getErrorCode());
        return cause.getMessage()
                + (readOnly
                        ? "; with error " + ((SQLException) cause).getErrorCode() + " in " + Setting.IGNORE_ERRORS
                                + " it is retried until the server accepts writes"
                        : "");
    }
}
