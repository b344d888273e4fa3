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

/** A server at an endpoint. Connects again for each call: it may have been restarted in between. */
public record JdbcSettingServer(Endpoint endpoint) implements SettingServer {

    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Types that are numbers in any SQL mode; a time or a bit is a text. */
    private static final Set<Integer> NUMBERS = Set.of(
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
    public Rows rows(String sql) throws SQLException {
        return connected(statement -> {
            try (ResultSet found = statement.executeQuery(sql)) {
                return rows(found);
            }
        });
    }

    @Override
    public void execute(List<String> statements) throws SQLException {
        connected(statement -> {
            for (String sql : statements) {
                statement.execute(sql);
            }
            return true;
        });
    }

    @Override
    public long startedAtSeconds() throws SQLException {
        Rows uptime = rows("SHOW GLOBAL STATUS LIKE 'Uptime'");
        if (uptime.literals().isEmpty()) {
            throw new SQLException("the server does not report its uptime");
        }
        String seconds = String.valueOf(uptime.literals().get(0).get(1)).replace("'", "");
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()) - Long.parseLong(seconds);
    }

    @Override
    public boolean awaitBack(Duration timeout, StopSignal stop) {
        long until = System.nanoTime() + timeout.toNanos();
        try {
            while (true) {
                if (isThere()) {
                    return true;
                }
                long left = until - System.nanoTime();
                if (left <= 0 || stop.await(Math.min(left, LOOK_NANOS))) {
                    return false;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isThere() {
        try {
            startedAtSeconds();
            return true;
        } catch (SQLException e) {
            return false; // the query is repeated
        }
    }

    @FunctionalInterface
    private interface SqlWork<T> {
        T with(Statement statement) throws SQLException;
    }

    private <T> T connected(SqlWork<T> doing) throws SQLException {
        try (DeferredInterrupt held = DeferredInterrupt.hold(); // a setting is undone despite an interrupt
                WriteTarget target = WriteTarget.open(endpoint);
                Connection connection = target.sidePool().connection();
                Statement statement = connection.createStatement()) {
            return doing.with(statement);
        } catch (RunFailedException e) {
            throw new SQLException(e.getMessage(), e);
        }
    }

    private static Rows rows(ResultSet found) throws SQLException {
        ResultSetMetaData about = found.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= about.getColumnCount(); column++) {
            columns.add(about.getColumnLabel(column).toUpperCase(Locale.ROOT));
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        while (found.next()) {
            List<@Nullable String> row = new ArrayList<>();
            for (int column = 1; column <= about.getColumnCount(); column++) {
                String value = found.getString(column);
                boolean number = NUMBERS.contains(about.getColumnType(column));
                row.add(value == null || number ? value : Quoted.text(value));
            }
            rows.add(row);
        }
        return new Rows(columns, rows);
    }
}
