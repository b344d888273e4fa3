// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

public final class DumpThreads {

    private static final int ER_NO_SUCH_THREAD = 1094;

    private DumpThreads() {}

    /** Returns rows of the process list. */
    public static List<List<String>> list(TestServer server) {
        return server.queryRows("SELECT * FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'");
    }

    /** Ignores threads that have already ended. */
    public static void killAll(TestServer server) {
        list(server).forEach(thread -> kill(server, thread.get(0)));
    }

    private static void kill(TestServer server, String id) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("KILL " + id);
        } catch (SQLException e) {
            if (e.getErrorCode() != ER_NO_SUCH_THREAD) {
                throw new AssertionError("KILL " + id, e);
            }
        }
    }
}
