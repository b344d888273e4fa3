// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import io.github.cdctester.config.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A separate database on a server that the suites of this JVM use one after the other. Not for suites that stop the server or change its
 * options.
 */
final class SharedServer implements TestServer {

    private static final Map<String, TestServer> SERVERS = new ConcurrentHashMap<>();
    private static final AtomicInteger LAST_DATABASE_NUMBER = new AtomicInteger();

    private static final Duration CONNECTIONS_END_TIMEOUT = Duration.ofSeconds(30);

    private final TestServer server;
    private final Endpoint endpoint;
    private final GlobalSettings settings;

    private SharedServer(TestServer server, Endpoint endpoint, GlobalSettings settings) {
        this.server = server;
        this.endpoint = endpoint;
        this.settings = settings;
    }

    /**
     * The first call starts the server, which runs until the JVM exits.
     *
     * @param change changes settings before the database is created; {@link #close} restores them after it drops the database
     */
    static TestServer of(String name, Supplier<TestServer> start, Function<TestServer, GlobalSettings> change) {
        TestServer server = SERVERS.computeIfAbsent(name, key -> startUntilJvmEnds(start));
        Endpoint endpoint = server.endpoint();
        String database = "suite" + LAST_DATABASE_NUMBER.incrementAndGet();
        GlobalSettings settings = change.apply(server);
        server.execute("CREATE DATABASE " + database);
        return new SharedServer(server, withDatabase(database, endpoint), settings);
    }

    private static Endpoint withDatabase(String database, Endpoint endpoint) {
        return new Endpoint(
                endpoint.host(),
                endpoint.port(),
                database,
                endpoint.user(),
                endpoint.password(),
                endpoint.sslMode(),
                endpoint.sslCa(),
                endpoint.serverPublicKey(),
                endpoint.client(),
                endpoint.jdbcDriver(),
                endpoint.driverProperties());
    }

    private static TestServer startUntilJvmEnds(Supplier<TestServer> start) {
        TestServer server = start.get();
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "end of a shared server"));
        return server;
    }

    @Override
    public Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public String logStatusStatement() {
        return server.logStatusStatement();
    }

    @Override
    public void kill() {
        throw unsupported();
    }

    @Override
    public void shutDown() {
        throw unsupported();
    }

    @Override
    public void startAgain() {
        throw unsupported();
    }

    @Override
    public void replicateFrom(TestServer source) {
        throw unsupported();
    }

    @Override
    public void promote() {
        throw unsupported();
    }

    @Override
    public void close() {
        server.execute("DROP DATABASE " + endpoint.database());
        settings.restore();
        failIfConnectionsLeaked();
    }

    /** Dump threads are not leaks, because they end when the server notices that their connection is closed. */
    private void failIfConnectionsLeaked() {
        String query = "SELECT id, command, time, db, info FROM information_schema.processlist WHERE user = '"
                + endpoint.user() + "' AND id <> CONNECTION_ID() AND command NOT LIKE 'Binlog Dump%'";
        Eventually.assertThat(CONNECTIONS_END_TIMEOUT, () -> server.queryRows(query), List::isEmpty);
    }

    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException("other suites use this server too: start a separate one");
    }
}
