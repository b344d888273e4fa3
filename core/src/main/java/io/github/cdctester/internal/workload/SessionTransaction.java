// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.sql.SQLException;

/**
 * The transaction of a session, between the statements BEGIN and COMMIT or ROLLBACK: one after the other. Confined to the
 * worker's thread.
 */
public final class SessionTransaction implements AutoCloseable {

    private static final SessionStatements.Command NOTHING = () -> {};

    private final SessionStatements statements;
    private final SessionStatements.Command begin;
    private final SessionStatements.Command commit;
    private boolean open;

    /**
     * Prepares BEGIN and COMMIT.
     *
     * @param statements the session's, which {@link #close()} closes; left open where this fails
     * @param used whether there will be a transaction; else nothing is made ready, and {@link #begin()} is not to be called
     */
    public SessionTransaction(SessionStatements statements, boolean used) throws SQLException {
        this.statements = statements;
        begin = used ? statements.command("BEGIN") : NOTHING;
        commit = used ? statements.command("COMMIT") : NOTHING;
    }

    public void begin() throws SQLException {
        begin.send();
        open = true;
    }

    /** Sends COMMIT; after a failure the outcome may be unknown. */
    public void commit() throws SQLException {
        commit.send();
        open = false;
    }

    public void rollback() throws SQLException {
        if (open) {
            // not Connection.rollback(), which one of the drivers refuses in autocommit mode
            statements.send("ROLLBACK");
            open = false;
        }
    }

    /** Rolls back what is open, and closes the session's statements. */
    @Override
    public void close() throws SQLException {
        try {
            rollback();
        } finally {
            statements.close();
        }
    }
}
