// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SessionSetup;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens JDBC connections for the pool. HikariCP does not get the driver's options, because it would log them, including
 * passwords of key stores.
 */
final class DriverSource implements DataSource {

    private final Driver driver;
    private final String url;
    private final Properties properties;
    private final @Nullable CommitTracking tracking;
    private final SessionSetup sessionSetup;
    private final BreakableSockets sockets = new BreakableSockets();
    private int loginTimeoutSeconds;

    DriverSource(JdbcOptions options, SessionSetup.Use use, @Nullable CommitTracking tracking) {
        this.tracking = tracking;
        sessionSetup = new SessionSetup(use);
        url = options.url();
        properties = options.properties();
        try {
            driver = Class.forName(options.driverClass())
                    .asSubclass(Driver.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new RunFailedException("the JDBC driver " + options.driverClass() + " does not start: " + e, e);
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        Properties options = new Properties();
        if (loginTimeoutSeconds > 0) {
            options.setProperty("connectTimeout", String.valueOf(1_000L * loginTimeoutSeconds));
        }
        options.putAll(properties);
        if (tracking != null) {
            CommitTracking.prepare(options);
        }
        options.setProperty("user", user);
        options.setProperty("password", password);
        Connection connection = sockets.connect(() -> driver.connect(url, options));
        if (connection == null) {
            throw new SQLException("the driver does not know " + url);
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET autocommit = 1"); // a server's default can be 0, but drivers assume 1
            sessionSetup.apply(new JdbcSession(statement));
            if (tracking != null) {
                tracking.track(connection);
            }
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    boolean isBroken() {
        return sockets.isBroken();
    }

    void breakAll() {
        sockets.closeAll();
    }

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLFeatureNotSupportedException("a user and a password are needed");
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeoutSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("nothing is logged here");
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return driver.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps no " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }

    @Override
    public String toString() {
        return "DriverSource[" + url + "]";
    }
}
