// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import io.github.cdctester.internal.access.ServerErrors;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports the GTID of each commit on a pool's connections to a sink, without a further round trip: MySQL's answer contains it if
 * {@code session_track_gtids} is {@code OWN_GTID}, MariaDB's if {@code session_track_system_variables} has {@code last_gtid}. If
 * server or driver do not support it, the connections are not changed and a reason is available.
 */
public final class CommitTracking {

    private static final int VALIDATION_SECONDS = 2;

    /** Lock timeout, and a query that took too long, on MariaDB and on MySQL. */
    private static final Set<Integer> PASSING = Set.of(1205, 1969, 3024);

    private final CommitSink sink;

    /** Connector/J itself refers to a listener weakly only, so it is kept for as long as its connection. */
    private final Map<Connection, Object> listeners = Collections.synchronizedMap(new WeakHashMap<>());

    /** The server's numbers of connections, if the driver reports them. */
    private final Map<Connection, Long> ids = new ConcurrentHashMap<>();

    private volatile boolean mariaDb;
    private volatile @Nullable String refusal;

    public CommitTracking(CommitSink sink) {
        this.sink = sink;
    }

    /** Why commits are not followed, or not all of them. */
    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Whose GTIDs they are; once a connection has been made. */
    public boolean isMariaDb() {
        return mariaDb;
    }

    /**
     * Takes the state of connections on another machine.
     *
     * @param why why their commits are not followed; {@code null} if they are followed
     */
    public void setServer(boolean isMariaDb, @Nullable String why) {
        mariaDb = isMariaDb;
        if (why != null) {
            refusal = why;
        }
    }

    public CommitSink sink() {
        return sink;
    }

    public static void prepare(Properties properties) {
        properties.putIfAbsent("trackSessionState", "true"); // Connector/J; the other passes it over
    }

    /** Returns the server's numbers of the open connections, if their drivers report them; in ascending order. */
    public List<Long> openIds() {
        ids.keySet().removeIf(CommitTracking::isClosed);
        return ids.values().stream().sorted().toList();
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    private void keepId(Connection made) {
        try {
            Class<?> driver = made.getClass();
            ids.put(made, (Long) driver.getMethod(MariaDbDriver.isOf(made) ? "getThreadId" : "getId")
                    .invoke(made));
        } catch (ReflectiveOperationException e) {
            ids.remove(made); // another driver does not report it
        }
    }

    public void follow(Connection connection) throws SQLException {
        openIds();
        keepId(connection);
        if (refusal != null) {
            return;
        }
        DatabaseMetaData data = connection.getMetaData();
        // Connector/J calls every server MySQL
        mariaDb = data.getDatabaseProductName().equals("MariaDB")
                || data.getDatabaseProductVersion().contains("MariaDB");
        String driver = data.getDriverName() + " " + data.getDriverVersion();
        String missing = missing(connection);
        if (missing == null
                && !mariaDb
                && MariaDbDriver.isOf(connection)
                && !MariaDbDriver.isSafeForMySql(data.getDriverVersion())) {
            missing = driver + " fails on MySQL's answers with GTIDs; 3.5.11 does not";
        }
        refusal = missing == null ? listen(connection, driver) : missing;
    }

    private @Nullable String missing(Connection connection) throws SQLException {
        if (mariaDb) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet mode = statement.executeQuery("SELECT @@global.gtid_mode")) {
            String value = mode.next() ? mode.getString(1) : "";
            return "ON".equals(value) ? null : "the server that is written to has gtid_mode " + value;
        } catch (SQLException e) {
            throwUnlessRefused(connection, e);
            return "the server that is written to has no gtid_mode";
        }
    }

    /** A broken connection or a killed statement is no refusal by the server: the caller connects again. */
    static void throwUnlessRefused(Connection connection, SQLException e) throws SQLException {
        if (PASSING.contains(e.getErrorCode())
                || ServerErrors.isAboutConnection(e.getErrorCode())
                || !connection.isValid(VALIDATION_SECONDS)) {
            throw e;
        }
    }

    private @Nullable String listen(Connection connection, String driver) throws SQLException {
        try {
            if (MariaDbDriver.isOf(connection)) {
                MariaDbDriver.listen(connection, sink);
            } else if (ConnectorJ.isOf(connection)) {
                listeners.put(connection, ConnectorJ.listen(connection, sink));
            } else {
                return driver + " is not known to tell GTIDs";
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            return driver + " does not let its answers be seen (" + e.getMessage() + ")";
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    mariaDb
                            ? "SET SESSION session_track_system_variables ="
                                    + " CONCAT_WS(',', NULLIF(@@session.session_track_system_variables, ''), 'last_gtid')"
                            : "SET SESSION session_track_gtids = OWN_GTID");
            return null;
        } catch (SQLException e) {
            throwUnlessRefused(connection, e);
            return "the server does not tell GTIDs in its answers: " + e.getMessage();
        }
    }
}
