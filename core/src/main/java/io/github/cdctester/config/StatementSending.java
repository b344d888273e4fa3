// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;

/**
 * How statements are sent to the server.
 *
 * @param psMode whether statements are prepared or sent as text
 * @param skipTrx whether BEGIN and COMMIT are omitted, so that each statement is committed separately
 * @param reconnect number of transactions after which a worker opens a new connection; 0 for never
 */
public record StatementSending(PsMode psMode, boolean skipTrx, int reconnect) {

    /** sysbench's defaults. */
    public static final StatementSending DEFAULT = new StatementSending(PsMode.AUTO, false, 0);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if {@code reconnect} is negative
     */
    public StatementSending {
        if (reconnect < 0) {
            throw new InvalidPlanException("reconnect", reconnect, "a whole number from 0");
        }
    }

    /** How statements with parameters are sent: sysbench's {@code --db-ps-mode}. */
    public enum PsMode {
        /** Statements are prepared on the server: one prepared statement per table, statement and connection. */
        AUTO,
        /** Statements are sent as text. */
        DISABLE
    }
}
