// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.access.ServerErrors;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.mysql.ConnectionSecurity;
import io.github.cdctester.internal.time.Deadline;
import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.DividedWorkload;
import io.github.cdctester.internal.workload.SchemaTables;
import io.github.cdctester.internal.workload.SharedWork;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.ConnectionPools;
import io.github.cdctester.internal.writer.JdbcSession;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Workload;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The server that the loads write to, with connections for preparation, queries and clean-up.
 *
 * @param loginNote reports that the password may have been exposed at login
 */
public record WriteTarget(Endpoint endpoint, boolean tls, Optional<Note> loginNote, ConnectionPool sidePool)
        implements AutoCloseable {

    static final int SIDE_CONNECTIONS = 2;

    /** The server may hang. */
    private static final Duration CLEANUP_TIMEOUT = Duration.ofSeconds(15);

    /** DROP TABLE waits for open transactions of other clients. A server's own limit can be a year. */
    private static final int LOCK_WAIT_SECONDS = 30;

    /** Connects first with this tool's own client, because its error messages are clearer, and it detects TLS. */
    public static WriteTarget open(Endpoint endpoint) {
        refuseWithoutSchema(endpoint);
        ConnectionSecurity security;
        try (ServerConnection probe = ServerConnection.open(endpoint)) {
            security = probe.security();
        }
        return open(endpoint, security.tls(), keyNote(security.rsaKeyFetched(), endpoint.host()));
    }

    public static WriteTarget open(Endpoint endpoint, boolean tls) {
        refuseWithoutSchema(endpoint);
        return open(endpoint, tls, Optional.empty());
    }

    private static WriteTarget open(Endpoint endpoint, boolean tls, Optional<Note> loginNote) {
        return new WriteTarget(endpoint, tls, loginNote, ConnectionPool.open(endpoint, tls, SIDE_CONNECTIONS));
    }

    public static void refuseWithoutSchema(Endpoint endpoint) {
        if (endpoint.database().isEmpty()) {
            throw new InvalidPlanException("database", "none", "the schema of the workload's tables, such as sbtest");
        }
    }

    public String address() {
        return endpoint.address();
    }

    ServerCapacity capacity() {
        return new ServerCapacity(endpoint, sidePool);
    }

    @FunctionalInterface
    public interface SqlQuery {
        void query(Connection connection) throws SQLException;
    }

    @FunctionalInterface
    private interface RepeatableWork<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Repeats the work once if its connection breaks. The message of a failure contains {@code action}. */
    private <T> T withRetry(String action, RepeatableWork<T> work) {
        try {
            try (Connection connection = sidePool.connection()) {
                try {
                    return work.run(connection);
                } catch (SQLException e) {
                    if (!ServerErrors.endsConnection(e)) {
                        throw e;
                    }
                    sidePool.discard(connection);
                }
            }
            try (Connection secondConnection = sidePool.connection()) {
                return work.run(secondConnection);
            }
        } catch (SQLException e) {
            throw failed(action, e);
        }
    }

    /** The message of a failure contains {@code action}. */
    public void query(String action, SqlQuery sqlQuery) {
        try (Connection connection = sidePool.connection()) {
            sqlQuery.query(connection);
        } catch (SQLException e) {
            throw failed(action + " at " + endpoint.address(), e);
        }
    }

    /** Returns the name as in the server's log: with {@code lower_case_table_names=1} in lower case. */
    public String databaseName() {
        String[] name = {endpoint.database()};
        query("querying the name of the database", connection -> {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT DATABASE()")) {
                row.next();
                name[0] = row.getString(1);
            }
        });
        return name[0];
    }

    ConnectionPool openPool(int connections) {
        return ConnectionPool.open(endpoint, tls, connections);
    }

    private void prepare(
            Workload workload,
            int threads,
            Optional<TableFilling.Fillers> fillers,
            StopSignal stop,
            Preparation.Progress progress) {
        boolean isDivided = fillers.isPresent() && workload instanceof DividedWorkload;
        int localThreads = isDivided ? 1 : threads; // worker nodes fill the tables, one connection creates them
        try (ConnectionPool pool = openPool(localThreads)) {
            Preparation preparation = new Preparation(pool, localThreads, stop, progress);
            if (isDivided) {
                ((DividedWorkload) workload).filling(threads).createAndFill(preparation, fillers.get());
            } else {
                workload.prepare(preparation);
            }
        } catch (SQLException e) {
            throw failed("preparing " + workload.name() + " on " + endpoint.address(), e);
        } catch (InterruptedException e) {
            if (!stop.isRaised()) {
                Thread.currentThread().interrupt();
            }
            throw new RunFailedException(
                    "stopped while preparing"
                            + (e.getSuppressed().length == 0 ? "; the tables made so far were dropped" : ""),
                    e);
        }
    }

    /** Returns after all threads have finished. */
    public void fillPieces(
            String workload,
            TableFilling.Step step,
            int firstPiece,
            int pieces,
            int threads,
            StopSignal stop,
            LongConsumer rows)
            throws InterruptedException {
        try (ConnectionPool pool = openPool(threads)) {
            SharedWork.run(
                    new Preparation(pool, threads, stop, Preparation.Progress.SILENT),
                    pieces,
                    (number, statement, checkpoint) ->
                            step.piece().fill(firstPiece + number, BulkStatements.of(statement), checkpoint, rows));
        } catch (SQLException e) {
            throw failed("preparing " + workload + " on " + endpoint.address(), e);
        }
    }

    public void prepareAll(
            Plan plan,
            LoadWorkloads workloads,
            WorkerPool.Factory pools,
            StopSignal stop,
            Preparation.Progress progress,
            Consumer<NamedLoad> onNextLoad) {
        List<Workload> preparedWorkloads = new ArrayList<>();
        try {
            for (NamedLoad load : plan.tableOwners()) {
                onNextLoad.accept(load);
                Workload workload = workloads.of(load.workload());
                prepare(workload, plan.fillThreads(load), pools.fillers(plan, load), stop, progress);
                preparedWorkloads.add(workload);
            }
        } catch (RuntimeException | Error e) {
            for (Workload workload : preparedWorkloads) {
                try {
                    cleanup(workload);
                } catch (RuntimeException | Error cleanupFailure) {
                    e.addSuppressed(new NotRemovedException(workload.name(), cleanupFailure));
                }
            }
            throw e;
        }
    }

    /**
     * Returns tables that neither this tool nor sysbench created.
     *
     * @param prepares true: checks all tables of the schema, because the run creates tables; false: only the workload's tables
     */
    public List<String> unknownTables(Workload workload, boolean prepares) {
        return withRetry(
                        "listing the tables in " + schemaAtServer(),
                        connection -> prepares
                                ? SchemaTables.ofSchema(connection)
                                : SchemaTables.withNames(connection, workload.tables()))
                .nonSysbenchTables();
    }

    public void refuseToDropForeign(Workload workload) {
        List<String> unmarkedTables = withRetry(
                        "listing the tables in " + schemaAtServer(),
                        connection -> SchemaTables.withNames(connection, workload.tables()))
                .unmarkedTables();
        if (!unmarkedTables.isEmpty()) {
            throw new ForeignTablesException(
                    schemaAtServer(), unmarkedTables, "add " + Setting.DROP_FOREIGN_TABLES + " to drop them anyway");
        }
    }

    /** DROP TABLE does not drop views. */
    public void refuseToDropViews(Workload workload) {
        List<String> views = withRetry(
                "listing the views in " + schemaAtServer(),
                connection -> SchemaTables.views(connection, workload.tables()));
        if (!views.isEmpty()) {
            throw new RunFailedException(views.get(0) + " in " + schemaAtServer()
                    + " is a view, which cleanup does not drop; use DROP VIEW");
        }
    }

    private String schemaAtServer() {
        return endpoint.database() + " at " + endpoint.address();
    }

    /** Also drops tables that another tool created. Returns the number of dropped tables. */
    public int cleanup(Workload workload) {
        return withRetry(
                "cleaning up " + workload.name() + " on " + endpoint.address(),
                connection -> drop(workload, connection));
    }

    private static int drop(Workload workload, Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            new JdbcSession(statement).firstRow("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
        }
        return workload.cleanup(connection);
    }

    /** The server may have caused the failure, so dropping has a time limit. */
    int cleanupAfterFailure(Workload workload) {
        Deadline deadline = new Deadline(CLEANUP_TIMEOUT, sidePool::closeNow);
        try (deadline) {
            return cleanup(workload);
        } catch (RunFailedException e) {
            throw deadline.isExpired()
                    ? new RunFailedException(
                            "dropping " + String.join(", ", workload.tables()) + ": " + endpoint.address()
                                    + " did not answer within "
                                    + CLEANUP_TIMEOUT.toSeconds() + " s",
                            e)
                    : e;
        }
    }

    /** A stop request cancels the current statement. Returns the number of dropped tables. */
    public int cleanup(Workload workload, StopSignal stop) {
        if (stop.isRaised()) {
            throw stopFailure(workload, null);
        }
        try (Connection connection = sidePool.connection();
                StatementCanceller canceller = StatementCanceller.on(connection, sidePool, stop)) {
            return drop(workload, connection);
        } catch (SQLException e) {
            throw stop.isRaised()
                    ? stopFailure(workload, e)
                    : failed("cleaning up " + workload.name() + " on " + endpoint.address(), e);
        }
    }

    private RunFailedException stopFailure(Workload workload, @Nullable SQLException cause) {
        return new RunFailedException(
                "stopped while cleaning up " + workload.name() + " on " + endpoint.address()
                        + "; tables may be left, which another cleanup drops",
                cause);
    }

    /** Returns the driver's name and version. */
    String check(Workload workload) {
        return withRetry("checking " + workload.name() + " on " + endpoint.address(), connection -> {
            workload.check(connection);
            return ConnectionPools.driver(connection);
        });
    }

    @Override
    public void close() {
        sidePool.close();
    }

    RunFailedException failed(String action, SQLException e) {
        return failure(action, e, endpoint);
    }

    /** If a privilege is missing, the message contains the GRANT statement. */
    static RunFailedException failure(String action, SQLException e, Endpoint endpoint) {
        String grant = ServerErrors.isAccessDenied(e)
                ? "; GRANT CREATE, DROP, INDEX, SELECT, INSERT, UPDATE, DELETE ON " + Quoted.name(endpoint.database())
                        + ".* TO " + Quoted.name(endpoint.user()) + "@…"
                : "";
        return new RunFailedException(action + " failed: " + e.getMessage() + grant, e);
    }

    /** Returns a note if the password was encrypted with an unverified key. Ignores loopback connections. */
    public static Optional<Note> keyNote(boolean wasKeyFetched, String host) {
        return wasKeyFetched && !isLoopback(host)
                ? Optional.of(Note.of(Code.SERVER_KEY_NOT_VERIFIED)
                        .with("keySetting", Setting.SERVER_PUBLIC_KEY)
                        .with("tlsSetting", Setting.SSL_MODE))
                : Optional.empty();
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // the host was reachable a moment ago; a warning is the safer result
        }
    }
}
