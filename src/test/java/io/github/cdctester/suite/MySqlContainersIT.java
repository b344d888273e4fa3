// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.containers.CdcContainer;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** Checks MySQL servers started with {@link CdcContainer}. {@code -Dcdctester.mysql.image=mysql:8.4} selects another version. */
@RequiresDocker
final class MySqlContainersIT {

    private static final String IMAGE = System.getProperty("cdctester.mysql.image", "mysql:9.7");

    @Test
    void isLosslessBeforeAndAfterKill() {
        try (CdcContainer server = CdcContainer.mysql(IMAGE)
                .withDatabase("own_tests")
                .withoutDurability()
                .start()) {
            RunResult resultBeforeKill = run(server);
            server.kill();
            server.startAgain();
            RunResult resultAfterKill = run(server);
            server.restart();

            assertThat(server.endpoint().user()).isEqualTo("cdc");
            assertThat(resultBeforeKill.server().gtidMode()).isEqualTo("ON");
            assertThat(resultBeforeKill.server().rowImage()).isEqualTo("FULL");
            assertThat(resultBeforeKill.server().checksum()).isEqualTo("CRC32");
            assertThat(resultBeforeKill.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(resultAfterKill.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(server.isRunning()).isTrue();
        }
    }

    @Test
    void startKeepsKilledServerAndReplacesRemovedServer() throws SQLException {
        try (CdcContainer server = CdcContainer.mysql(IMAGE)
                .withDatabase("own_tests")
                .withoutDurability()
                .start()) {
            Endpoint endpoint = server.endpoint();
            execute(server, "CREATE TABLE kept (id INT PRIMARY KEY)");
            server.kill();
            assertThat(server.isRunning()).isFalse();
            server.start();
            assertThat(server.endpoint()).isEqualTo(endpoint);
            execute(server, "DROP TABLE kept");
            execute(server, "CREATE TABLE removed (id INT PRIMARY KEY)");
            server.stop();
            server.start();
            execute(server, "CREATE TABLE removed (id INT PRIMARY KEY)");
        }
    }

    /** Another program removes the container, so that its server cannot be started again. */
    @Test
    void stopAllowsNewStartAfterForeignRemoval() throws SQLException {
        try (CdcContainer server = CdcContainer.mysql(IMAGE).withoutDurability().start()) {
            String port = String.valueOf(server.endpoint().port());
            DockerClient docker = DockerClientFactory.instance().client();
            String id = docker.listContainersCmd().exec().stream()
                    .filter(container -> Arrays.stream(container.getPorts())
                            .anyMatch(published -> port.equals(String.valueOf(published.getPublicPort()))))
                    .map(Container::getId)
                    .findFirst()
                    .orElseThrow();
            server.kill();
            docker.removeContainerCmd(id).exec();
            assertThatThrownBy(server::start)
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageStartingWith("Docker did not start the container of " + IMAGE)
                    .hasMessageContaining("call stop()");
            server.stop();
            server.start();
            execute(server, "CREATE TABLE created (id INT PRIMARY KEY)");
        }
    }

    private static void execute(CdcContainer server, String sql) throws SQLException {
        Endpoint root = server.root();
        try (Connection connection = DriverManager.getConnection(
                        server.getJdbcUrl(), root.user(), root.password().reveal());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void reportsDisabledBinlog() {
        CdcContainer server = CdcContainer.mysql(IMAGE)
                .withServerArguments("--skip-log-bin", "--gtid-mode=OFF", "--enforce-gtid-consistency=OFF");

        assertThatThrownBy(server::start)
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("the stream of the container of " + IMAGE)
                .hasMessageContaining("binary logging is off: start the server with --log-bin=binlog");
        assertThat(server.isRunning()).isFalse();
    }

    @Test
    void reportsWhyServerEnded() {
        CdcContainer server = CdcContainer.mysql(IMAGE).withServerArguments("--no-such-option=1");

        assertThatThrownBy(server::start)
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("the container of " + IMAGE)
                .hasMessageContaining("no-such-option");
        assertThat(server.isRunning()).isFalse();
    }

    private static RunResult run(CdcContainer server) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpReadWrite().tables(1).tableSize(200))
                .load(closedLoop(2))
                .window(warmUp(ZERO), measure(ofSeconds(1)))
                .verify(Plan.Verification.EXACT)
                .prepareFirst()
                .cleanupAfter()
                .run();
    }
}
