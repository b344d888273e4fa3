// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a server, over a connection of its own, which is replaced when it breaks. */
final class SqlReader implements SourceReader {

    /** The server gives up first, so that the connection lives on; where it does not, its silence ends here. */
    private static final int SILENCE_MILLIS = 500;

    private final ProbeSource.Sql source;
    private final SeriesNames names;
    private final ConnectionSource connections;
    private final Duration patience;
    private @Nullable Connection connection;

    SqlReader(ProbeSource.Sql source, SeriesNames names, ConnectionSource connections, Duration patience) {
        this.source = source;
        this.names = names;
        this.connections = connections;
        this.patience = patience;
    }

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        Connection asked = connection;
        try {
            if (asked == null) {
                asked = connect();
            }
            try (Statement statement = asked.createStatement();
                    ResultSet rows = statement.executeQuery(source.sql())) {
                return SqlRows.read(names, source.seriesBy(), rows);
            }
        } catch (SQLException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (asked != null && !answers(asked)) {
                connections.discard(asked);
                connection = null;
            }
            String kind = e.getErrorCode() != 0 ? "error " + e.getErrorCode() : "state " + e.getSQLState();
            String message = String.valueOf(e.getMessage());
            // a statement that is not understood, or a table that is not there
            boolean refused = e.getSQLState() != null && e.getSQLState().startsWith("42");
            throw refused ? NoReading.answered(kind, message) : NoReading.away(kind, message);
        }
    }

    private Connection connect() throws SQLException {
        Connection opened = connections.connection();
        try {
            opened.setNetworkTimeout(Runnable::run, (int) patience.toMillis() + SILENCE_MILLIS);
            try (Statement statement = opened.createStatement()) {
                // in the server, for a driver reads all rows before it shows the first one
                set(statement, "sql_select_limit", String.valueOf(SeriesNames.MOST_TARGETS + 1));
                // MariaDB's, in seconds, and MySQL's
                if (!set(statement, "max_statement_time", String.valueOf(patience.toMillis() / 1e3))) {
                    set(statement, "max_execution_time", String.valueOf(patience.toMillis()));
                }
            }
            connection = opened;
            return opened;
        } catch (SQLException | RuntimeException e) {
            connections.discard(opened);
            throw e;
        }
    }

    /** Whether the server has that variable; another one is left to itself. */
    private static boolean set(Statement statement, String variable, String value) throws SQLException {
        try {
            statement.execute("SET SESSION " + variable + " = " + value);
            return true;
        } catch (SQLException e) {
            if (!answers(statement.getConnection())) {
                throw e;
            }
            return false;
        }
    }

    private static boolean answers(Connection asked) {
        try {
            return asked.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (connection != null) {
            connections.discard(connection);
        }
    }
}
