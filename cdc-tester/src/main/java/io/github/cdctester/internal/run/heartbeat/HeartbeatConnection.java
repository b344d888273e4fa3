// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.heartbeat;

import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.binlog.StreamSettings.HeartbeatTable;
import io.github.cdctester.internal.workload.NewTables;
import io.github.cdctester.internal.workload.TableMark;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The connection for heartbeats. After the heartbeat writer's start, only its thread uses this object. */
final class HeartbeatConnection {

    private static final int VALIDATION_SECONDS = 2;
    private static final String TURN_COMPRESSION_OFF = "SET SESSION binlog_transaction_compression = OFF";

    /** The probability that a stream receives no row of a heartbeat is then below one in a million. */
    private static final int LANES_PER_STREAM = 16;

    /** A rows event with this many rows fits into 4,096 bytes, so that readers buffer it completely. */
    private static final int MAX_ROWS_PER_TABLE = 64;

    /**
     * The rows of a heartbeat. If streams divide the log, each stream must receive at least one row.
     *
     * @param rows rows of each table, with distinct keys
     */
    record Lanes(int tables, int rows) {

        static Lanes of(Sharing sharing, int streams) {
            int lanes = LANES_PER_STREAM * streams;
            return switch (sharing) {
                case NOTHING -> new Lanes(1, 1);
                case ROWS -> new Lanes((lanes - 1) / MAX_ROWS_PER_TABLE + 1, Math.min(lanes, MAX_ROWS_PER_TABLE));
                case TABLES -> new Lanes(lanes, 1);
            };
        }

        /** Returns the name, with {@code %} for the table's number if there are several tables. */
        String tableName(int random) {
            return String.format("cdc_tester_heartbeat_%08x", random) + (tables == 1 ? "" : "_%");
        }

        private List<HeartbeatTable> tables(HeartbeatTable table) {
            return IntStream.range(0, tables)
                    .mapToObj(i ->
                            new HeartbeatTable(table.database(), table.table().replace("%", "" + i)))
                    .toList();
        }

        private List<String> quotedNames(HeartbeatTable table) {
            return tables(table).stream().map(HeartbeatConnection::quoted).toList();
        }

        private String insertValues(int tableNumber) {
            return IntStream.rangeClosed(tableNumber * rows + 1, tableNumber * rows + rows)
                    .mapToObj(id -> "(" + id + ", 0, 0)")
                    .collect(Collectors.joining(", "));
        }
    }

    private final ConnectionSource connections;
    private final HeartbeatTable table;
    private final Lanes lanes;

    private final boolean turnsCompressionOff;

    private final boolean isCompressed;
    private Connection connection;
    private List<PreparedStatement> updates;

    private HeartbeatConnection(
            ConnectionSource connections,
            Connection connection,
            HeartbeatTable table,
            Lanes lanes,
            boolean turnsCompressionOff,
            boolean isCompressed)
            throws SQLException {
        this.lanes = lanes;
        this.connections = connections;
        this.connection = connection;
        this.table = table;
        this.turnsCompressionOff = turnsCompressionOff;
        this.isCompressed = isCompressed;
        updates = prepare(connection);
    }

    /**
     * Creates the tables and their rows. After a failure, drops them.
     *
     * @param connections connections to the database of the table
     */
    static HeartbeatConnection createTable(
            ConnectionSource connections, HeartbeatTable table, Lanes lanes, boolean mayCompress) {
        Connection connection = null;
        NewTables newTables = new NewTables("start the run again, for another name");
        try {
            connection = connections.connection();
            boolean isCompressed;
            try (Statement statement = connection.createStatement()) {
                isCompressed = mayCompress && !turnCompressionOff(statement);
                int tableNumber = 0;
                for (HeartbeatTable newTable : lanes.tables(table)) {
                    newTables.create(
                            statement,
                            newTable.table(),
                            "CREATE TABLE " + quoted(newTable) + " (id INTEGER NOT NULL PRIMARY KEY,"
                                    + " seq BIGINT NOT NULL, sent_micros BIGINT NOT NULL) /*! ENGINE = innodb */"
                                    + TableMark.OPTION);
                    statement.execute(
                            "INSERT INTO " + quoted(newTable) + " VALUES " + lanes.insertValues(tableNumber++));
                }
            }
            return new HeartbeatConnection(
                    connections, connection, table, lanes, mayCompress && !isCompressed, isCompressed);
        } catch (SQLException | RunFailedException e) {
            if (connection != null) {
                connections.discard(connection);
            }
            // a RunFailedException contains its own advice, such as for a name clash
            String advice = e instanceof SQLException sqlFailure ? advice(sqlFailure) : "";
            RunFailedException failure = new RunFailedException(
                    "cannot create the heartbeat table " + table.database() + "." + table.table() + ": "
                            + e.getMessage() + advice,
                    e);
            newTables.dropAfter(failure, connections);
            throw failure;
        }
    }

    private static String advice(SQLException failure) {
        String grant = ServerErrors.isAccessDenied(failure) ? "grant CREATE, DROP, INSERT and UPDATE there, or " : "";
        return "; " + grant + "use " + Setting.DELAY_SOURCE + " event-header";
    }

    /** Returns true if compression could not be turned off. */
    boolean isCompressed() {
        return isCompressed;
    }

    void update(long sequence, long sentMicros) throws SQLException {
        for (PreparedStatement update : updates) {
            update.setLong(1, sequence);
            update.setLong(2, sentMicros);
            update.executeUpdate();
        }
        if (updates.size() > 1) {
            connection.commit();
        }
    }

    void rollBack() {
        try {
            if (updates.size() > 1) {
                connection.rollback();
            }
        } catch (SQLException e) {
            return; // the next heartbeat detects a broken connection
        }
    }

    /** After a KILL, the error code of a statement does not reveal that the connection is broken. */
    boolean isAlive() {
        try {
            return connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    void replace() throws SQLException {
        connections.discard(connection);
        Connection newConnection = connections.connection();
        try {
            if (turnsCompressionOff) {
                try (Statement statement = newConnection.createStatement()) {
                    statement.execute(TURN_COMPRESSION_OFF);
                }
            }
            updates = prepare(newConnection);
            connection = newConnection;
        } catch (SQLException e) {
            connections.discard(newConnection);
            throw e;
        }
    }

    void dropTable() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + String.join(", ", lanes.quotedNames(table)));
        }
        connection.close();
    }

    static String quoted(HeartbeatTable table) {
        return Quoted.name(table.database()) + "." + Quoted.name(table.table());
    }

    /** In a compressed transaction, readers find the row only after inflating the payload. */
    private static boolean turnCompressionOff(Statement statement) {
        try {
            statement.execute(TURN_COMPRESSION_OFF);
            return true;
        } catch (SQLException e) {
            return false; // no privilege, or a server without this variable: readers inflate the payloads
        }
    }

    private List<PreparedStatement> prepare(Connection target) throws SQLException {
        List<PreparedStatement> statements = new ArrayList<>();
        String ids = lanes.tables() * lanes.rows() == 1 ? "= 1" : "> 0";
        for (String name : lanes.quotedNames(table)) {
            statements.add(target.prepareStatement("UPDATE " + name + " SET seq = ?, sent_micros = ? WHERE id " + ids));
        }
        target.setAutoCommit(statements.size() == 1);
        return statements;
    }
}
