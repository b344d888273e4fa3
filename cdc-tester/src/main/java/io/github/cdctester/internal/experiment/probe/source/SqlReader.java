// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queries a server over a separate connection, which is replaced if it breaks. */
final class SqlReader implements SourceReader {

    /** The server must end the statement first, because the connection then stays usable. */
    private static final int EXTRA_TIMEOUT_MILLIS = 500;

    private final ProbeSource.Sql source;
    private final SeriesNames names;
    private final ConnectionSource connections;
    private final Duration timeout;
    private @Nullable Connection connection;

    SqlReader(ProbeSource.Sql source, SeriesNames names, ConnectionSource connections, Duration timeout) {
        this.source = source;
        this.names = names;
        this.connections = connections;
        this.timeout = timeout;
    }

    @Override
    public Map<String, Double> read() throws NoReading, InterruptedException {
        Connection existingConnection = connection;
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try {
            try {
                return query(existingConnection == null ? connect() : existingConnection);
            } catch (SQLException e) {
                if (existingConnection == null || connection != null || System.nanoTime() - deadlineNanos > 0) {
                    throw e;
                }
                return query(connect()); // the connection broke while it was idle between two readings
            }
        } catch (SQLException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            String kind = e.getErrorCode() != 0 ? "error " + e.getErrorCode() : "state " + e.getSQLState();
            String message = String.valueOf(e.getMessage());
            // SQLSTATE 42: syntax error, missing table, or missing privilege
            boolean isInvalid = e.getSQLState() != null && e.getSQLState().startsWith("42");
            throw isInvalid ? NoReading.invalid(kind, message) : NoReading.unavailable(kind, message);
        }
    }

    private Map<String, Double> query(Connection target) throws SQLException, NoReading {
        try (Statement statement = target.createStatement();
                ResultSet rows = statement.executeQuery(source.sql())) {
            return SqlRows.read(names, source.seriesBy(), rows);
        } catch (SQLException e) {
            if (!isAlive(target)) {
                connections.discard(target);
                connection = null;
            }
            throw e;
        }
    }

    private Connection connect() throws SQLException {
        Connection newConnection = connections.connection();
        try {
            newConnection.setNetworkTimeout(Runnable::run, (int) timeout.toMillis() + EXTRA_TIMEOUT_MILLIS);
            try (Statement statement = newConnection.createStatement()) {
                // the server limits the rows, because a driver reads all rows before it returns the first one
                trySet(statement, "sql_select_limit", String.valueOf(SeriesNames.MAX_TARGETS + 1));
                // MariaDB's variable, in seconds; otherwise MySQL's, in ms
                if (!trySet(statement, "max_statement_time", String.valueOf(timeout.toMillis() / 1e3))) {
                    trySet(statement, "max_execution_time", String.valueOf(timeout.toMillis()));
                }
            }
            connection = newConnection;
            return newConnection;
        } catch (SQLException | RuntimeException e) {
            connections.discard(newConnection);
            throw e;
        }
    }

    private static boolean trySet(Statement statement, String variable, String value) throws SQLException {
        try {
            statement.execute("SET SESSION " + variable + " = " + value);
            return true;
        } catch (SQLException e) {
            if (!isAlive(statement.getConnection())) {
                throw e;
            }
            return false;
        }
    }

    private static boolean isAlive(Connection target) {
        try {
            return target.isValid(1);
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

    /**
     * Series names must not depend on values, so numeric columns are chosen by type. Without a numeric column, parses the text of the last
     * column, for example for {@code SHOW VARIABLES LIKE …}.
     */
    private static final class SqlRows {

        private final SeriesNames names;
        private final ResultSet rows;
        private final ResultSetMetaData columns;
        private final int keyColumn;
        private final List<Integer> numberColumns = new ArrayList<>();

        private SqlRows(SeriesNames names, Optional<String> seriesBy, ResultSet rows) throws SQLException, NoReading {
            this.names = names;
            this.rows = rows;
            columns = rows.getMetaData();
            keyColumn = seriesBy.isPresent() ? column(seriesBy.get()) : 0;
            int lastColumn = 0;
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                if (column != keyColumn) {
                    lastColumn = column;
                    if (isNumeric(columns.getColumnType(column))) {
                        numberColumns.add(column);
                    }
                }
            }
            if (numberColumns.isEmpty() && lastColumn > 0) {
                numberColumns.add(lastColumn);
            }
            Set<String> labels = new HashSet<>();
            for (int column : numberColumns.size() > 1 ? numberColumns : List.<Integer>of()) {
                names.checkedKey(columns.getColumnLabel(column) + (keyColumn > 0 ? ".…" : ""), labels);
            }
        }

        static Map<String, Double> read(SeriesNames names, Optional<String> seriesBy, ResultSet rows)
                throws SQLException, NoReading {
            SqlRows sqlRows = new SqlRows(names, seriesBy, rows);
            return seriesBy.isPresent() ? sqlRows.rowPerTarget() : sqlRows.singleRow();
        }

        private Map<String, Double> singleRow() throws SQLException, NoReading {
            if (!rows.next()) {
                throw NoReading.invalid("rows", "the answer has no row");
            }
            Map<String, Double> values = new LinkedHashMap<>();
            String text = "";
            for (int column : numberColumns) {
                text = String.valueOf(rows.getString(column));
                String series = numberColumns.size() == 1
                        ? names.singleSeries()
                        : names.seriesOf(columns.getColumnLabel(column));
                SeriesNames.put(values, series, value(column));
            }
            if (rows.next()) {
                throw NoReading.invalid(
                        "rows", "the answer has more than one row: set series-by to the column with their names");
            }
            if (values.isEmpty()) {
                throw NoReading.invalid(
                        "number", "there is no number in the answer, but " + SeriesNames.displayText(text));
            }
            return values;
        }

        private Map<String, Double> rowPerTarget() throws SQLException, NoReading {
            Map<String, Double> values = new LinkedHashMap<>();
            Set<String> keys = new HashSet<>();
            while (rows.next()) {
                String target = names.checkedKey(
                        String.valueOf(rows.getString(keyColumn)).strip(), keys);
                for (int column : numberColumns) {
                    String series = numberColumns.size() == 1
                            ? names.seriesOf(target)
                            : names.seriesOf(columns.getColumnLabel(column) + "." + target);
                    SeriesNames.put(values, series, value(column));
                }
            }
            if (values.isEmpty() && !keys.isEmpty()) {
                throw NoReading.invalid("number", "there is no number in any row of the answer");
            }
            values.put(names.countSeries(), (double) keys.size());
            return values;
        }

        private int column(String label) throws SQLException, NoReading {
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                if (columns.getColumnLabel(column).equalsIgnoreCase(label)) {
                    return column;
                }
            }
            throw NoReading.invalid("column", "the answer has no column " + label + ", which series-by names");
        }

        private double value(int column) throws SQLException {
            Object value = rows.getObject(column);
            if (value instanceof Number number) {
                return number.doubleValue();
            }
            if (value instanceof Boolean flag) {
                return flag ? 1 : 0;
            }
            String text = rows.getString(column);
            return text == null ? Double.NaN : SeriesNames.number(text.strip());
        }

        private static boolean isNumeric(int type) {
            return switch (type) {
                case Types.TINYINT,
                        Types.SMALLINT,
                        Types.INTEGER,
                        Types.BIGINT,
                        Types.REAL,
                        Types.FLOAT,
                        Types.DOUBLE,
                        Types.NUMERIC,
                        Types.DECIMAL,
                        Types.BOOLEAN,
                        Types.BIT -> true;
                default -> false;
            };
        }
    }
}
