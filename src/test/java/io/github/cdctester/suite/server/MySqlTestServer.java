// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.github.cdctester.config.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

public final class MySqlTestServer implements TestServer {

    private static final int MYSQL_PORT = 3306;
    private static final int STOP_TIMEOUT_SECONDS = 60;
    private static final long START_TIMEOUT_NANOS = 60_000_000_000L;
    private static final long CHECK_NANOS = 100_000_000;

    /** Like on the embedded MariaDB, commits survive a crash of the server but not of the machine. */
    private static final List<String> RELAXED_DURABILITY =
            List.of("--sync-binlog=0", "--innodb-flush-log-at-trx-commit=2");

    private final MySQLContainer container;

    private MySqlTestServer(MySQLContainer container) {
        this.container = container;
    }

    /** Returns mysql:9.7, or the image from the system property {@code cdctester.mysql.image}. */
    static DockerImageName image() {
        return DockerImageName.parse(System.getProperty("cdctester.mysql.image", "mysql:9.7"))
                .asCompatibleSubstituteFor("mysql");
    }

    /** The clock is set through a file in the container. */
    public static ClockedServer startWithClock(String... arguments) {
        MySQLContainer container = new MySQLContainer(image());
        String library = "/tmp/libfaketime.so";
        String clock = "/tmp/clock";
        container.withCopyFileToContainer(
                MountableFile.forHostPath(FakeTime.library().orElseThrow(), 0755), library);
        container.withCopyToContainer(Transferable.of(FakeTime.fileContents(Duration.ZERO)), clock);
        FakeTime.environment(library, clock).forEach(container::withEnv);
        // processes with libfaketime share files, so they must have the same user
        container.withCreateContainerCmdModifier(create -> create.withUser("mysql"));
        MySqlTestServer server = start(container, arguments);
        return new ClockedServer() {
            @Override
            public TestServer server() {
                return server;
            }

            @Override
            public void setAhead(Duration ahead) {
                container.copyFileToContainer(Transferable.of(FakeTime.fileContents(ahead)), clock);
            }
        };
    }

    public static MySqlTestServer start(String... arguments) {
        return start(new MySQLContainer(image()), arguments);
    }

    /**
     * GTIDs are on, like in MySQL 9.7's default.
     *
     * @param settings global variables that are changed until the database is closed, each {@code name=value}
     */
    public static TestServer shared(String... settings) {
        return shared(server -> GlobalSettings.of(server, settings));
    }

    /** Returns a database on a shared server whose log starts empty. */
    public static TestServer sharedWithEmptyLog(String... settings) {
        return shared(server -> {
            DumpThreads.killAll(server);
            server.execute("RESET BINARY LOGS AND GTIDS");
            return GlobalSettings.of(server, settings);
        });
    }

    public static TestServer sharedWithoutGtids() {
        return shared(GlobalSettings::turnOffGtids);
    }

    private static TestServer shared(Function<TestServer, GlobalSettings> change) {
        return SharedServer.of("MySQL", () -> start("--gtid-mode=ON", "--enforce-gtid-consistency=ON"), change);
    }

    private static MySqlTestServer start(MySQLContainer newContainer, String... arguments) {
        MySQLContainer container =
                newContainer.withDatabaseName("sbtest").withUsername("root").withPassword("secret");
        // a fixed port, because Docker would choose another port at the next start
        int port = freePort();
        container.withCreateContainerCmdModifier(create -> create.getHostConfig()
                .withPortBindings(
                        new PortBinding(Ports.Binding.bindIpAndPort("127.0.0.1", port), new ExposedPort(MYSQL_PORT))));
        List<String> command = new ArrayList<>(RELAXED_DURABILITY);
        command.addAll(List.of(arguments));
        container.withCommand(command.toArray(String[]::new));
        container.start();
        return new MySqlTestServer(container);
    }

    /** Both servers need GTIDs. */
    public void replicateWithoutReset(MySqlTestServer source) {
        String address = source.container
                .getContainerInfo()
                .getNetworkSettings()
                .getNetworks()
                .values()
                .iterator()
                .next()
                .getIpAddress();
        execute(
                "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '" + address + "', SOURCE_PORT = 3306, SOURCE_USER = '"
                        + source.container.getUsername() + "', SOURCE_PASSWORD = '" + source.container.getPassword()
                        + "', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1",
                "START REPLICA");
    }

    @Override
    public Endpoint endpoint() {
        return Endpoint.of(container.getJdbcUrl(), container.getUsername(), container.getPassword());
    }

    /** Returns the path in the container. */
    public String copyIn(Path file) {
        String path = "/tmp/" + file.getFileName();
        container.copyFileToContainer(MountableFile.forHostPath(file, 0644), path);
        return path;
    }

    public Path copyOut(String path, Path file) {
        container.copyFileFromContainer(path, file.toString());
        return file;
    }

    public void executeWithTls(String sql) {
        Endpoint endpoint = endpoint();
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:mariadb://" + endpoint.address() + "/?sslMode=trust",
                        endpoint.user(),
                        endpoint.password().reveal());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    @Override
    public String logStatusStatement() {
        return "SHOW BINARY LOG STATUS";
    }

    @Override
    public void kill() {
        container.getDockerClient().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void shutDown() {
        container
                .getDockerClient()
                .stopContainerCmd(container.getContainerId())
                .withTimeout(STOP_TIMEOUT_SECONDS)
                .exec();
    }

    @Override
    public void startAgain() {
        container
                .getDockerClient()
                .startContainerCmd(container.getContainerId())
                .exec();
        long deadlineNanos = System.nanoTime() + START_TIMEOUT_NANOS;
        while (!isReachable()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                throw new AssertionError("the server does not start again");
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
    }

    @Override
    public void replicateFrom(TestServer source) {
        // removes the transactions that each server logged during its start-up
        source.execute("RESET BINARY LOGS AND GTIDS");
        execute(
                "RESET BINARY LOGS AND GTIDS",
                "CHANGE REPLICATION SOURCE TO SOURCE_HOST='" + ((MySqlTestServer) source).containerAddress()
                        + "', SOURCE_PORT=" + MYSQL_PORT + ", SOURCE_USER='"
                        + source.endpoint().user() + "', SOURCE_PASSWORD='"
                        + source.endpoint().password().reveal()
                        + "', SOURCE_AUTO_POSITION=1, GET_SOURCE_PUBLIC_KEY=1, SOURCE_CONNECT_RETRY=1",
                "START REPLICA");
    }

    @Override
    public void promote() {
        execute("STOP REPLICA", "RESET REPLICA ALL");
    }

    private String containerAddress() {
        return container.getContainerInfo().getNetworkSettings().getNetworks().values().stream()
                .findFirst()
                .orElseThrow()
                .getIpAddress();
    }

    private boolean isReachable() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        container.stop();
    }
}
