// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.config.Quoted;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The connection that heartbeats are written over, replaceable. Confined to the writer's thread, once that runs. */
final class HeartbeatConnection {

    private static final int VALIDATION_SECONDS = 2;

    private final ConnectionSource connections;
    private final HeartbeatTable table;
    private final boolean uncompressed;
    private Connection connection;
    private PreparedStatement update;

    /**
     * Takes over the connection that the table was made with.
     *
     * @param uncompressed whether each connection must turn the compression of its transactions off
     */
    HeartbeatConnection(ConnectionSource connections, Connection connection, HeartbeatTable table, boolean uncompressed)
            throws SQLException {
        this.connections = connections;
        this.connection = connection;
        this.table = table;
        this.uncompressed = uncompressed;
        update = prepare(connection, table);
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

    /** Takes a new connection in place of one that broke. */
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

    /** Drops the table, and gives the connection back. */
    void dropTable() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + quoted(table));
        }
        connection.close();
    }

    static final String UNCOMPRESSED = "SET SESSION binlog_transaction_compression = OFF";

    static String quoted(HeartbeatTable table) {
        return Quoted.name(table.database()) + "." + Quoted.name(table.table());
    }

    private static PreparedStatement prepare(Connection connection, HeartbeatTable table) throws SQLException {
        return connection.prepareStatement("UPDATE " + quoted(table) + " SET seq = ?, sent_micros = ? WHERE id = 1");
    }
}
