// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A transaction of somebody else's that stays open. */
final class LockHolder implements AutoCloseable {

    private final Connection connection;

    LockHolder(TestServer server) {
        try {
            connection = server.connect();
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    void lock(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    void release() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
