// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
@EnabledWithDatabaseJar
class EmbeddedMariaDbIT {

    @ParameterizedTest
    @ValueSource(strings = {"--sql-safe-updates=1", "--transaction-read-only=1"})
    void createsAccountWithRestrictedSessions(String argument) throws SQLException {
        try (EmbeddedMariaDb server = EmbeddedMariaDb.start(Options.defaults().withServerArguments(argument))) {
            assertThat(Sql.row(server, "SELECT CURRENT_USER(), @@sql_safe_updates + @@transaction_read_only"))
                    .containsExactly("cdc_tester@127.0.0.1", "1");
        }
    }

    @Nested
    class RunningServer {

        private static EmbeddedMariaDb server;

        @BeforeAll
        static void start() {
            server = EmbeddedMariaDb.start(Options.defaults()
                    .withServerArguments("--max_binlog_size=4096", "--init-connect=SET @greeting = 'good day'"));
        }

        @AfterAll
        static void close() {
            server.close();
        }

        @Test
        void keepsItsEndpointAndCanBeClosedTwice() {
            EmbeddedMariaDb closedServer = EmbeddedMariaDb.start();
            var endpoint = closedServer.endpoint();
            closedServer.close();

            assertThatCode(closedServer::close).doesNotThrowAnyException();
            assertThat(closedServer.endpoint()).isEqualTo(endpoint);
        }

        @Test
        void acceptsAccountOfItsEndpoint() throws SQLException {
            assertThat(server.endpoint().host()).isEqualTo("127.0.0.1");
            assertThat(server.endpoint().sslMode()).isEqualTo(SslMode.DISABLED);
            assertThat(Sql.row(server, "SELECT DATABASE(), CURRENT_USER()"))
                    .containsExactly("cdctest", "cdc_tester@127.0.0.1");
        }

        @Test
        void logsFullRowImages() throws SQLException {
            assertThat(Sql.row(
                            server,
                            "SELECT @@log_bin, @@binlog_format, @@binlog_row_image, @@binlog_checksum, @@server_id"))
                    .containsExactly("1", "ROW", "FULL", "CRC32", "1");

            Sql.run(server, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");

            assertThat(Sql.column(server, "SHOW BINLOG EVENTS", 3)).contains("Write_rows_v1", "Xid");
        }

        @Test
        void callerArgumentsOverrideDefaults() throws SQLException {
            assertThat(Sql.row(server, "SELECT @@GLOBAL.max_binlog_size, @@GLOBAL.init_connect"))
                    .containsExactly("4096", "SET @greeting = 'good day'");
        }

        @Test
        void cdcTesterIsOnlyUserAccount() throws SQLException {
            assertThat(Sql.column(server, "SELECT User FROM mysql.global_priv ORDER BY User", 1))
                    .containsExactly("cdc_tester", "mariadb.sys");
            assertThat(Sql.row(server, "SELECT @@hostname IS NOT NULL, @@socket, @@have_ssl"))
                    .containsExactly("1", "", "DISABLED");
        }

        @Test
        void protectsDirectoryAndPassword() throws Exception {
            assertThat(Files.getPosixFilePermissions(server.directory())).hasSize(3);
            assertThat(server.directory().resolve("init.sql")).doesNotExist();
            assertThat(server.process().info().commandLine().orElse(""))
                    .contains(server.directory().toString())
                    .doesNotContain(server.endpoint().password().reveal());
        }

        @Test
        void runsNextToSecondServer() throws SQLException {
            try (EmbeddedMariaDb secondServer = EmbeddedMariaDb.start()) {
                assertThat(secondServer.endpoint().port())
                        .isNotEqualTo(server.endpoint().port());
                Sql.run(secondServer, "CREATE TABLE only_here (id INT)");

                assertThat(Sql.column(server, "SHOW TABLES", 1)).doesNotContain("only_here");
            }
            assertThat(Sql.row(server, "SELECT 1")).containsExactly("1");
        }
    }

    @Test
    void leavesNoProcessOrDirectory() {
        EmbeddedMariaDb server = EmbeddedMariaDb.start();
        assertThat(server.process().isAlive()).isTrue();

        List<CompletableFuture<Void>> closers = List.of(
                CompletableFuture.runAsync(server::close),
                CompletableFuture.runAsync(server::close),
                CompletableFuture.runAsync(server::close));

        for (CompletableFuture<Void> closer : closers) {
            closer.join();
            assertThat(server.process().isAlive()).isFalse();
            assertThat(server.directory()).doesNotExist();
        }
    }

    @Test
    void canBeClosedAfterKill() {
        EmbeddedMariaDb server = EmbeddedMariaDb.start(Options.defaults().withShutdownHook(false));

        server.process().destroyForcibly();
        server.process().onExit().join();
        assertThat(server.directory()).exists();
        server.close();

        assertThat(server.directory()).doesNotExist();
    }

    @Test
    void retriesWithOtherPortIfPortIsTaken() throws Exception {
        try (ServerSocket takenSocket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Deque<Integer> offeredPorts = new ArrayDeque<>();
            IntSupplier ports = () -> {
                offeredPorts.addLast(offeredPorts.isEmpty() ? takenSocket.getLocalPort() : EmbeddedMariaDb.freePort());
                return offeredPorts.getLast();
            };

            try (EmbeddedMariaDb server = EmbeddedMariaDb.start(Options.defaults(), ports)) {
                assertThat(offeredPorts).hasSizeGreaterThan(1);
                assertThat(server.endpoint().port()).isEqualTo(offeredPorts.getLast());
                assertThat(Sql.row(server, "SELECT @@port")).containsExactly("" + offeredPorts.getLast());
            }
        }
    }

    @Test
    void givesUpWhenInterrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(EmbeddedMariaDb::start)
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("interrupted");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ProcessHandle.current()
                        .descendants()
                        .map(process -> process.info().commandLine().orElse("")))
                .noneMatch(commandLine -> commandLine.contains("cdct-"));
    }

    @Test
    void rejectsPathWithSpaces(@TempDir Path temporary) throws Exception {
        Path program =
                Files.createDirectories(temporary.resolve("my server/bin")).resolve("mariadbd");
        assertThat(Files.createFile(program).toFile().setExecutable(true)).isTrue();
        Options options =
                Options.defaults().withBaseDirectory(program.getParent().getParent());

        assertThatThrownBy(() -> EmbeddedMariaDb.start(options))
                .isInstanceOf(RunFailedException.class)
                .hasMessageEndingWith("my server: its path contains a space or a quote");
    }

    @Test
    void rejectsDirectoryWithoutServer() {
        Options options = Options.defaults().withBaseDirectory(Path.of("/no/such/place"));

        assertThatThrownBy(() -> EmbeddedMariaDb.start(options))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("there is no mariadbd")
                .hasMessageContaining("/no/such/place");
    }
}
