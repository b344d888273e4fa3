// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import io.github.cdctester.config.Endpoint;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

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
