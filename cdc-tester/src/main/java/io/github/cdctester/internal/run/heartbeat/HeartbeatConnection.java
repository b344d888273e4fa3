// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.heartbeat;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The connection that heartbeats are written over, replaceable. Confined to the writer's thread, once that runs. */
final class HeartbeatConnection {

    private static final int VALIDATION_SECONDS = 2;
    private static final String UNCOMPRESSED = "SET SESSION binlog_transaction_compression = OFF";

    private final ConnectionSource connections;
    private final HeartbeatTable table;

    /** Whether each connection must turn the compression of its transactions off. */
    private final boolean uncompressed;

    private final boolean compressed;
    private Connection connection;
    private PreparedStatement update;

    private HeartbeatConnection(
            ConnectionSource connections,
            Connection connection,
            HeartbeatTable table,
            boolean uncompressed,
            boolean compressed)
            throws SQLException {
        this.connections = connections;
        this.connection = connection;
        this.table = table;
        this.uncompressed = uncompressed;
        this.compressed = compressed;
        update = prepare(connection, table);
    }

    static HeartbeatConnection createTable(ConnectionSource connections, HeartbeatTable table, boolean mayCompress) {
        Connection connection = null;
        try {
            connection = connections.connection();
            boolean compressed;
            try (Statement statement = connection.createStatement()) {
                compressed = mayCompress && !turnCompressionOff(statement);
                statement.execute("CREATE TABLE " + quoted(table) + " (id INTEGER NOT NULL PRIMARY KEY,"
                        + " seq BIGINT NOT NULL, sent_micros BIGINT NOT NULL) /*! ENGINE = innodb */"
                        + TableMark.OPTION);
                statement.execute("INSERT INTO " + quoted(table) + " VALUES (1, 0, 0)");
            }
            return new HeartbeatConnection(connections, connection, table, mayCompress && !compressed, compressed);
        } catch (SQLException e) {
            closeAfter(e, connection);
            throw new RunFailedException(
                    "cannot create the heartbeat table " + table.database() + "." + table.table() + ": "
                            + e.getMessage()
                            + "; grant CREATE, DROP, INSERT and UPDATE there, or use " + Setting.DELAY_SOURCE
                            + " event-header",
                    e);
        }
    }

    /** Whether the rows come in compressed transactions, as this user may not turn that off. */
    boolean isCompressed() {
        return compressed;
    }

    void update(long sequence, long sentMicros) throws SQLException {
        update.setLong(1, sequence);
        update.setLong(2, sentMicros);
        update.executeUpdate();
    }

    /** Asks the server: after a KILL the error that is seen can be an ordinary one. */
    boolean answers() {
        try {
            return connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    void replace() throws SQLException {
        connections.discard(connection);
        Connection opened = connections.connection();
        try {
            if (uncompressed) {
                try (Statement statement = opened.createStatement()) {
                    statement.execute(UNCOMPRESSED);
                }
            }
            update = prepare(opened, table);
            connection = opened;
        } catch (SQLException e) {
            connections.discard(opened);
            throw e;
        }
    }

    void dropTable() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + quoted(table));
        }
        connection.close();
    }

    static String quoted(HeartbeatTable table) {
        return Quoted.name(table.database()) + "." + Quoted.name(table.table());
    }

    /** Inside a compressed payload the row can be seen by inflating it only; the variable needs a privilege. */
    private static boolean turnCompressionOff(Statement statement) {
        try {
            statement.execute(UNCOMPRESSED);
            return true;
        } catch (SQLException e) {
            return false; // refused, or a server that has no such variable: then payloads are inflated
        }
    }

    private static void closeAfter(SQLException failure, @Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
    }

    private static PreparedStatement prepare(Connection connection, HeartbeatTable table) throws SQLException {
        return connection.prepareStatement("UPDATE " + quoted(table) + " SET seq = ?, sent_micros = ? WHERE id = 1");
    }
}
