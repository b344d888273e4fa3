// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

public final class EmbeddedTestServer implements TestServer {

    private static final long START_TIMEOUT_NANOS = 60_000_000_000L;
    private static final long CHECK_NANOS = 50_000_000;

    private final EmbeddedMariaDb server;
    private final List<String> commandLine;

    private Process restartedProcess;

    private EmbeddedTestServer(EmbeddedMariaDb server) {
        this.server = server;
        commandLine = commandLine(server.process().info());
    }

    public static EmbeddedTestServer start(String... arguments) {
        return new EmbeddedTestServer(EmbeddedMariaDb.start(Options.defaults().withServerArguments(arguments)));
    }

    /**
     * Returns a database on a server shared with other suites.
     *
     * @param settings global variables that are changed until the database is closed, each {@code name=value}
     */
    public static TestServer shared(String... settings) {
        return SharedServer.of("MariaDB", EmbeddedTestServer::start, server -> GlobalSettings.of(server, settings));
    }

    /** Kills dump threads of earlier readers, because they would remain until the new log is longer than the old log. */
    public static TestServer sharedWithEmptyLog(String... settings) {
        return SharedServer.of("MariaDB", EmbeddedTestServer::start, server -> {
            DumpThreads.killAll(server);
            server.execute("RESET MASTER");
            return GlobalSettings.of(server, settings);
        });
    }

    public static EmbeddedTestServer startInstalled(Path baseDirectory, String... arguments) {
        return new EmbeddedTestServer(EmbeddedMariaDb.start(
                Options.defaults().withBaseDirectory(baseDirectory).withServerArguments(arguments)));
    }

    /** The clock is set through a file in the directory. */
    public static ClockedServer startWithClock(Path directory) {
        Path clock = directory.resolve("clock");
        EmbeddedTestServer server = start();
        ClockedServer clockedServer = new ClockedServer() {
            @Override
            public TestServer server() {
                return server;
            }

            @Override
            public void setAhead(Duration ahead) {
                try {
                    Files.writeString(clock, FakeTime.fileContents(ahead));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        clockedServer.setAhead(Duration.ZERO);
        server.shutDown();
        server.startAgain(FakeTime.environment(FakeTime.library().orElseThrow().toString(), clock.toString()));
        return clockedServer;
    }

    @Override
    public Endpoint endpoint() {
        return server.endpoint();
    }

    @Override
    public String logStatusStatement() {
        return "SHOW MASTER STATUS";
    }

    @Override
    public void kill() {
        process().destroyForcibly();
        process().onExit().join();
    }

    @Override
    public void shutDown() {
        execute("SHUTDOWN");
        process().onExit().join();
    }

    @Override
    public void startAgain() {
        startAgain(Map.of());
    }

    private void startAgain(Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(commandLine).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            restartedProcess =
                    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        long deadlineNanos = System.nanoTime() + START_TIMEOUT_NANOS;
        while (!isReachable()) {
            if (!restartedProcess.isAlive() || System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("the server does not start again: " + commandLine);
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
    }

    @Override
    public void replicateFrom(TestServer source) {
        Endpoint master = source.endpoint();
        execute(
                "CHANGE MASTER TO MASTER_HOST='" + master.host() + "', MASTER_PORT=" + master.port() + ", MASTER_USER='"
                        + master.user() + "', MASTER_PASSWORD='"
                        + master.password().reveal()
                        + "', MASTER_USE_GTID=slave_pos, MASTER_SSL=0, MASTER_SSL_VERIFY_SERVER_CERT=0,"
                        + " MASTER_CONNECT_RETRY=1",
                "START SLAVE");
    }

    @Override
    public void promote() {
        execute("STOP SLAVE", "RESET SLAVE ALL");
    }

    @Override
    public void close() {
        if (restartedProcess != null) {
            restartedProcess.destroyForcibly().onExit().join();
        }
        server.close();
    }

    private ProcessHandle process() {
        return restartedProcess == null ? server.process() : restartedProcess.toHandle();
    }

    private boolean isReachable() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The option {@code --init-file} is only valid at the first start. */
    private static List<String> commandLine(ProcessHandle.Info process) {
        List<String> command = new ArrayList<>(List.of(process.command().orElseThrow()));
        for (String argument : process.arguments().orElseThrow()) {
            if (!argument.startsWith("--init-file")) {
                command.add(argument);
            }
        }
        return command;
    }
}
