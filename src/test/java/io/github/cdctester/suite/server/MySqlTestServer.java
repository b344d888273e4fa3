// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import io.github.cdctester.config.Endpoint;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** MySQL in a container. */
public final class MySqlTestServer implements TestServer {

    private final MySQLContainer container;

    private MySqlTestServer(MySQLContainer container) {
        this.container = container;
    }

    /** mysql:9.7, or what the system property {@code cdctester.mysql.image} says. */
    static DockerImageName image() {
        return DockerImageName.parse(System.getProperty("cdctester.mysql.image", "mysql:9.7"))
                .asCompatibleSubstituteFor("mysql");
    }

    public static MySqlTestServer start(String... arguments) {
        MySQLContainer container = new MySQLContainer(image())
                .withDatabaseName("sbtest")
                .withUsername("root")
                .withPassword("secret");
        container.withCommand(arguments);
        container.start();
        return new MySqlTestServer(container);
    }

    @Override
    public Endpoint endpoint() {
        return Endpoint.of(container.getJdbcUrl(), container.getUsername(), container.getPassword());
    }

    /** Puts a file where the server can read it, and tells where. */
    public String copyIn(Path file) {
        String path = "/tmp/" + file.getFileName();
        container.copyFileToContainer(MountableFile.forHostPath(file, 0644), path);
        return path;
    }

    public Path copyOut(String path, Path file) {
        container.copyFileFromContainer(path, file.toString());
        return file;
    }

    /** Where only encrypted connections are taken. */
    public void executeWithTls(String sql) {
        Endpoint at = endpoint();
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:mariadb://" + at.address() + "/?sslMode=trust",
                        at.user(),
                        at.password().reveal());
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
    public void close() {
        container.stop();
    }
}
