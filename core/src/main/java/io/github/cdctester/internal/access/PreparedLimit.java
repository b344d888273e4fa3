// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.access;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;

/** The server's {@code max_prepared_stmt_count}. */
public final class PreparedLimit {

    /** The server's ER_MAX_PREPARED_STMT_COUNT_REACHED. */
    public static final int ERROR = 1461;

    private PreparedLimit() {}

    public static RunFailedException reached(Exception refusal) {
        return new RunFailedException(
                "the server prepares no more statements: " + refusal.getMessage() + "; each connection needs one for"
                        + " each table and statement: raise max_prepared_stmt_count, or use"
                        + " " + Setting.PS_MODE + "=disable, fewer " + Setting.TABLES + " or fewer " + Setting.THREADS,
                refusal);
    }
}
