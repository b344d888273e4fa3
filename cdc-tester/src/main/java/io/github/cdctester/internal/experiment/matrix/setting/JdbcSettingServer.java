// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.stop.StopSignal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Accesses a server over JDBC. Each call opens a new connection, because the server may have been restarted since the last call. */
public record JdbcSettingServer(Endpoint endpoint) implements SettingServer {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** JDBC types whose values are numeric literals in any SQL mode. Other values are quoted. */
    private static final Set<Integer> NUMBER_TYPES = Set.of(
            Types.TINYINT,
            Types.SMALLINT,
            Types.INTEGER,
            Types.BIGINT,
            Types.DECIMAL,
            Types.NUMERIC,
            Types.REAL,
            Types.FLOAT,
            Types.DOUBLE);

    @Override
    public String address() {
        return endpoint.address();
    }

    @Override
    public Rows query(String sql) throws SQLException {
        return withStatement(statement -> {
            try (ResultSet resultSet = statement.executeQuery(sql)) {
                return rows(resultSet);
            }
        });
    }

    @Override
    public void execute(List<String> statements) throws SQLException {
        withStatement(statement -> {
            for (String sql : statements) {
                statement.execute(sql);
            }
            return true;
        });
    }

    @Override
    public long startedAtSeconds() throws SQLException {
        Rows uptime = query("SHOW GLOBAL STATUS LIKE 'Uptime'");
        if (uptime.literals().isEmpty()) {
            throw new SQLException("the server does not report its uptime");
        }
        String seconds = String.valueOf(uptime.literals().get(0).get(1)).replace("'", "");
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()) - Long.parseLong(seconds);
    }

    @Override
    public boolean awaitRecovery(Duration timeout, StopSignal stop) {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try {
            while (true) {
                if (isReachable()) {
                    return true;
                }
                long remainingNanos = deadlineNanos - System.nanoTime();
                if (remainingNanos <= 0 || stop.await(Math.min(remainingNanos, RETRY_NANOS))) {
                    return false;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isReachable() {
        try {
            startedAtSeconds();
            return true;
        } catch (SQLException e) {
            return false; // awaitRecovery() repeats the query
        }
    }

    @FunctionalInterface
    private interface SqlWork<T> {
        T run(Statement statement) throws SQLException;
    }

    private <T> T withStatement(SqlWork<T> work) throws SQLException {
        try (DeferredInterrupt deferred = DeferredInterrupt.begin(); // settings must be undone even after an interrupt
                WriteTarget target = WriteTarget.open(endpoint);
                Connection connection = target.sidePool().connection();
                Statement statement = connection.createStatement()) {
            return work.run(statement);
        } catch (RunFailedException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private static Rows rows(ResultSet resultSet) throws SQLException {
        ResultSetMetaData metaData = resultSet.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= metaData.getColumnCount(); column++) {
            columns.add(metaData.getColumnLabel(column).toUpperCase(Locale.ROOT));
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        while (resultSet.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int column = 1; column <= metaData.getColumnCount(); column++) {
                String value = resultSet.getString(column);
                boolean isNumber = NUMBER_TYPES.contains(metaData.getColumnType(column));
                row.add(value == null || isNumber ? value : Quoted.text(value));
            }
            rows.add(row);
        }
        return new Rows(columns, rows);
    }
}
