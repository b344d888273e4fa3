// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.mysql.MySqlConnection;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import java.io.IOException;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reports the GTID of each commit on a pool's connections, without an additional round trip. MySQL's response contains the GTID
 * if {@code session_track_gtids} is {@code OWN_GTID}. MariaDB's response contains it if {@code session_track_system_variables}
 * includes {@code last_gtid}. If this is not supported, {@link #refusal()} returns the reason.
 */
public final class CommitTracking {

    private static final int VALIDATION_SECONDS = 2;

    /** 1205: lock wait timeout. 1969 and 3024: statement timeout of MariaDB and of MySQL. */
    private static final Set<Integer> TRANSIENT_ERRORS = Set.of(1205, 1969, 3024);

    private static final String GTID_MODE = "SELECT @@global.gtid_mode";
    private static final String NO_GTID_MODE = "the server that is written to has no gtid_mode";
    private static final String TRACK_OWN_GTID = "SET SESSION session_track_gtids = OWN_GTID";
    private static final String TRACK_LAST_GTID = "SET SESSION session_track_system_variables ="
            + " IF(@@session.session_track_system_variables = '*', '*'," // all variables
            + " CONCAT_WS(',', NULLIF(@@session.session_track_system_variables, ''), 'last_gtid'))";

    private final CommitSink sink;

    /** Connector/J references listeners only weakly. */
    private final Map<Connection, Object> listeners = Collections.synchronizedMap(new WeakHashMap<>());

    /** Contains only connections whose driver reports the id. */
    private final Map<Connection, Long> ids = new ConcurrentHashMap<>();

    /** Native connections use no JDBC driver. */
    private final Set<Long> nativeIds = ConcurrentHashMap.newKeySet();

    private volatile boolean isMariaDb;
    private volatile @Nullable String refusal;

    public CommitTracking(CommitSink sink) {
        this.sink = sink;
    }

    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Valid after the first connection. */
    public boolean isMariaDb() {
        return isMariaDb;
    }

    /** Sets the state that another machine reported. {@code reason} is null if its commits are tracked. */
    public void setServer(boolean serverIsMariaDb, @Nullable String reason) {
        isMariaDb = serverIsMariaDb;
        if (reason != null) {
            refuse(reason);
        }
    }

    /** Keeps the first reason, because connections are opened in parallel. */
    private synchronized void refuse(String reason) {
        if (refusal == null) {
            refusal = reason;
        }
    }

    public CommitSink sink() {
        return sink;
    }

    public static void prepare(Properties properties) {
        properties.putIfAbsent("trackSessionState", "true"); // for Connector/J; MariaDB's driver ignores it
    }

    /** In ascending order. Omits connections whose drivers do not report the id. */
    public List<Long> openConnectionIds() {
        ids.keySet().removeIf(CommitTracking::isClosed);
        return Stream.concat(ids.values().stream(), nativeIds.stream()).sorted().toList();
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    private void storeId(Connection connection) {
        try {
            Class<?> driver = connection.getClass();
            ids.put(connection, (Long) driver.getMethod(MariaDbDriver.isOf(connection) ? "getThreadId" : "getId")
                    .invoke(connection));
        } catch (ReflectiveOperationException e) {
            ids.remove(connection); // other drivers do not report the id
        }
    }

    public void track(MySqlConnection connection) throws IOException {
        nativeIds.add(connection.id());
        if (refusal != null) {
            return;
        }
        isMariaDb = connection.isMariaDb();
        try {
            if (!isMariaDb) {
                String mode = connection.query(GTID_MODE).get(0).get(0);
                if (!"ON".equals(mode)) {
                    refuse(gtidModeRefusal(mode));
                    return;
                }
            }
        } catch (ServerErrorException e) {
            throwUnlessRefused(e);
            refuse(NO_GTID_MODE);
            return;
        }
        try {
            connection.query(isMariaDb ? TRACK_LAST_GTID : TRACK_OWN_GTID);
        } catch (ServerErrorException e) {
            throwUnlessRefused(e);
            refuse(noGtidsRefusal(e));
        }
    }

    private static void throwUnlessRefused(ServerErrorException e) throws ServerErrorException {
        if (TRANSIENT_ERRORS.contains(e.code()) || ServerErrors.affectsOnlyConnection(e.code())) {
            throw e;
        }
    }

    public void onClosed(long id) {
        nativeIds.remove(id);
    }

    private static String gtidModeRefusal(@Nullable String mode) {
        return "the server that is written to has gtid_mode " + mode;
    }

    private static String noGtidsRefusal(Exception e) {
        return "the server does not report GTIDs in its responses: " + e.getMessage();
    }

    public void track(Connection connection) throws SQLException {
        ids.keySet().removeIf(CommitTracking::isClosed);
        storeId(connection);
        if (refusal != null) {
            return;
        }
        DatabaseMetaData metadata = connection.getMetaData();
        // Connector/J reports every server as MySQL
        isMariaDb = metadata.getDatabaseProductName().equals("MariaDB")
                || metadata.getDatabaseProductVersion().contains("MariaDB");
        String driver = metadata.getDriverName() + " " + metadata.getDriverVersion();
        String unsupportedReason = serverRefusal(connection);
        if (unsupportedReason == null
                && !isMariaDb
                && MariaDbDriver.isOf(connection)
                && !MariaDbDriver.isSafeForMySql(metadata.getDriverVersion())) {
            unsupportedReason = driver + " fails on MySQL's answers with GTIDs; 3.5.11 does not";
        }
        String reason = unsupportedReason == null ? listen(connection, driver) : unsupportedReason;
        if (reason != null) {
            refuse(reason);
        }
    }

    private @Nullable String serverRefusal(Connection connection) throws SQLException {
        if (isMariaDb) {
            return null;
        }
        try (Statement statement = connection.createStatement();
                ResultSet mode = statement.executeQuery(GTID_MODE)) {
            String value = mode.next() ? mode.getString(1) : "";
            return "ON".equals(value) ? null : gtidModeRefusal(value);
        } catch (SQLException e) {
            throwUnlessRefused(connection, e);
            return NO_GTID_MODE;
        }
    }

    /** An error that concerns the connection or is transient is thrown, so that the caller reconnects. */
    static void throwUnlessRefused(Connection connection, SQLException e) throws SQLException {
        if (TRANSIENT_ERRORS.contains(e.getErrorCode())
                || ServerErrors.affectsOnlyConnection(e.getErrorCode())
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
                return driver + " is not known to report GTIDs";
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            return driver + " does not allow access to the server's answers (" + e.getMessage() + ")";
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(isMariaDb ? TRACK_LAST_GTID : TRACK_OWN_GTID);
            return null;
        } catch (SQLException e) {
            throwUnlessRefused(connection, e);
            return noGtidsRefusal(e);
        }
    }
}
