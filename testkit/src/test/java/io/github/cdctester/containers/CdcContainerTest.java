// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import io.github.cdctester.containers.ServerFamily.ReplicationAccount;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Checks arguments, privileges and messages, without Docker. */
final class CdcContainerTest {

    @Test
    void argumentsTurnOnBinlogPerFamily() {
        assertThat(ServerFamily.MYSQL.arguments())
                .contains("--log-bin=binlog", "--gtid-mode=ON", "--enforce-gtid-consistency=ON")
                .contains("--binlog-row-image=FULL", "--binlog-row-metadata=FULL", "--binlog-checksum=CRC32")
                .noneMatch(argument -> argument.contains("sync-binlog"));
        assertThat(ServerFamily.MARIADB.arguments())
                .contains("--log-bin=binlog", "--server-id=1", "--binlog-format=ROW", "--binlog-checksum=CRC32")
                .noneMatch(argument -> argument.contains("gtid"));
    }

    @Test
    void grantsOnlyDocumentedPrivileges() {
        List<String> statements = ReplicationAccount.forDatabase("own_tests").statements();

        assertThat(statements)
                .anyMatch(sql -> sql.startsWith("GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO 'cdc'@'%'"))
                .anyMatch(sql -> sql.contains("SELECT, INSERT, UPDATE, DELETE ON `own\\_tests`.* TO 'cdc'@'%'"))
                .noneMatch(sql -> sql.contains("ALL"));
    }

    @Test
    void rejectsInvalidSettings() {
        CdcContainer container = CdcContainer.mariadb("mariadb:11.4");

        assertThatThrownBy(() -> CdcContainer.mysql("My SQL")).isInstanceOf(InvalidPlanException.class);
        assertThatThrownBy(() -> container.withDatabase("a-b")).hasMessageContaining("database: 'a-b'");
        assertThatThrownBy(() -> container.withStartTimeout(Duration.ZERO)).hasMessageContaining("startTimeout: 0 s");
        assertThatThrownBy(container::endpoint).hasMessageContaining("was not started");
    }

    /** Simulates a container that was killed, and a Docker engine that does not start it. */
    private static class KilledContainer extends GenericContainer<KilledContainer> {

        private final List<String> calls = new ArrayList<>();
        private RuntimeException failure = new NotFoundException("no such container");

        KilledContainer() {
            super(DockerImageName.parse("mysql:9.7"));
        }

        @Override
        public void start() {
            calls.add("create");
        }

        @Override
        public void stop() {
            calls.add("remove");
        }

        @Override
        public String getContainerId() {
            return "c1";
        }

        @Override
        public boolean isRunning() {
            return false;
        }

        @Override
        public DockerClient getDockerClient() {
            return (DockerClient) Proxy.newProxyInstance(
                    DockerClient.class.getClassLoader(), new Class<?>[] {DockerClient.class}, (proxy, method, args) -> {
                        calls.add(method.getName() + " " + args[0]);
                        throw failure;
                    });
        }
    }

    /** A new container would lose the data. */
    @Test
    void startsKilledContainerAgain() {
        KilledContainer killed = new KilledContainer();
        CdcContainer container = new CdcContainer("mysql:9.7", killed, List.of());
        assertThatThrownBy(container::start)
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("Docker did not start the container of mysql:9.7: ")
                .hasMessageContaining("no such container")
                .hasMessageEndingWith("; to start a new server without the data, call stop() and then start()");
        assertThat(killed.calls).containsExactly("startContainerCmd c1");
    }

    /** Docker's client throws such exceptions for a broken connection. */
    @Test
    void reportsFailuresThatDockersClientDoesNotWrap() {
        KilledContainer killed = new KilledContainer();
        CdcContainer container = new CdcContainer("mysql:9.7", killed, List.of());
        killed.failure = new IllegalStateException("of the client", new IOException("broken pipe"));
        assertThatThrownBy(container::kill)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("Docker did not kill the container of mysql:9.7: of the client");

        killed.failure = new IllegalStateException("of the client", new ClosedByInterruptException());
        assertThatThrownBy(container::start)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("interrupted while waiting for Docker to start the container of mysql:9.7");
        assertThat(Thread.interrupted()).as("the interrupt status is set").isTrue();
    }

    @Test
    void reportsInterruptWhileStateOfContainerIsRead() {
        KilledContainer killed = new KilledContainer() {
            @Override
            public boolean isRunning() {
                throw new CancellationException();
            }
        };
        CdcContainer container = new CdcContainer("mysql:9.7", killed, List.of());

        assertThatThrownBy(container::start)
                .isInstanceOf(RunFailedException.class)
                .hasMessage("interrupted while starting the container of mysql:9.7");
        assertThat(Thread.interrupted()).as("the interrupt status is set").isTrue();
    }

    @Test
    void closeReportsFailureOfRemoval() {
        KilledContainer killed = new KilledContainer() {
            @Override
            public void stop() {
                throw new IllegalStateException("no answer");
            }
        };
        CdcContainer container = new CdcContainer("mysql:9.7", killed, List.of());
        assertThatThrownBy(container::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no answer");
    }

    @Test
    void rejectsCommandsBeforeStart() {
        CdcContainer container = CdcContainer.mysql("mysql:9.7");
        for (ThrowingCallable command :
                List.<ThrowingCallable>of(container::kill, container::startAgain, container::restart)) {
            assertThatThrownBy(command)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the container of mysql:9.7 does not exist: call start() first");
        }
    }

    /** 192.0.2.1, an address reserved for documentation, stands for a remote engine. */
    @Test
    void publishesPortExternallyOnlyForRemoteEngine() {
        assertThat(CdcContainer.bindAddress("localhost")).isEqualTo("127.0.0.1");
        assertThat(CdcContainer.bindAddress("127.0.0.1")).isEqualTo("127.0.0.1");
        assertThat(CdcContainer.bindAddress("192.0.2.1")).isEqualTo("0.0.0.0");
        assertThatThrownBy(() -> CdcContainer.bindAddress("no host"))
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("the Docker host 'no host' has no address");
    }

    @Test
    void timeoutNamesLastMissingCondition() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        ReplicationAccount account = ReplicationAccount.forDatabase("sbtest");
        var unreachableEndpoint = account.endpoint("127.0.0.1", port);

        assertThatThrownBy(() -> new StreamReadiness("the container of x", Duration.ofMillis(300), () -> true, () -> "")
                        .await(unreachableEndpoint, account.statements(), unreachableEndpoint))
                .isInstanceOf(RunFailedException.class)
                .hasMessageStartingWith("the stream of the container of x cannot be read after 0 s: ")
                .hasMessageContaining("127.0.0.1:" + port);
        assertThatThrownBy(() -> new StreamReadiness(
                                "the container of x", Duration.ofMinutes(1), () -> false, () -> "unknown variable")
                        .await(unreachableEndpoint, account.statements(), unreachableEndpoint))
                .hasMessage("the container of x has ended: unknown variable");
    }
}
