// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid input causes one error line, at most one hint, the documented exit code, and no change on the server. */
@Timeout(120)
final class BadInputIT {

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.shared();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void assertNoTablesLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    /** {@code BadInputTest} in the module cli checks the other options. */
    @Test
    void reportsInvalidOptionWithValue() {
        try (CliProcess cli = CliProcess.start(directory, "run", "--host", "127.0.0.1", "--threads", "0")) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.errLines()).hasSize(2);
            assertThat(cli.errLines().get(0))
                    .isEqualTo("cdc-tester: --threads: 0, must be a whole number from 1 to 10000");
            assertThat(cli.errLines().get(1)).startsWith("try 'cdc-tester run --help'");
            assertThat(cli.out()).isEmpty();
        }
    }

    @Test
    void rejectsUnknownCommand() {
        try (CliCall cli = CliCall.of("runn")) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.errLines().get(0)).contains("runn");
        }
    }

    @Test
    void acceptsSysbenchUnderscores() {
        try (CliCall cli = run("--table_size=0")) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("--table-size: 0, must be");
        }
    }

    @Test
    void doesNotPrintWrongPassword() {
        Endpoint endpoint = server.endpoint();
        try (CliCall cli = CliCall.of(
                "run",
                "--host=" + endpoint.host(),
                "--port=" + endpoint.port(),
                "--user=" + endpoint.user(),
                "--password=surely-wrong",
                "--verbose")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err())
                    .contains("login refused by " + endpoint.address())
                    .contains("--password");
            assertThat(cli.err() + cli.out()).doesNotContain("surely-wrong");
        }
    }

    @Test
    void reportsUnknownHost() {
        assertFailsWith(1, "unknown host no-such-host.invalid; check --host", "run", "--host", "no-such-host.invalid");
    }

    @Test
    void reportsClosedPort() throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress("127.0.0.1", 0)); // the socket is bound, but does not listen
            int port = socket.getLocalPort();
            assertFailsWith(
                    1, "cannot connect to 127.0.0.1:" + port, "run", "--host", "127.0.0.1", "--port", "" + port);
        }
    }

    @Test
    void reportsMissingTablesWithPrepareCommand() {
        try (CliCall cli = run("--tables=3")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("sbtest1").contains("cdc-tester prepare");
        }
    }

    @Test
    void checksOutDirectoryBeforeRun() throws IOException {
        Path file = Files.createFile(directory.resolve("a-file"));
        try (CliCall cli = run("--out=" + file, "--prepare", "--cleanup")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("--out " + file);
        }
    }

    /** The second name must not be written as text, because the meaning of a backslash in it depends on the server. */
    @ParameterizedTest
    @ValueSource(strings = {"poor", "po\\o'r"})
    void reportsMissingReplicationPrivilegesWithGrant(String user) {
        String account = "`" + user + "`@`127.0.0.1`";
        server.execute(
                "CREATE USER " + account + " IDENTIFIED BY 'x'",
                "GRANT ALL ON " + server.endpoint().database() + ".* TO " + account);
        try (CliCall cli = CliCall.of(
                "run",
                "--url=jdbc:mariadb://" + server.endpoint().address() + "/"
                        + server.endpoint().database(),
                "--user=" + user,
                "--password=x",
                "--prepare")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            String grant = "GRANT REPLICATION CLIENT, REPLICATION SLAVE ON *.* TO " + account;
            assertThat(cli.err()).contains(grant);
            server.execute(grant);
        } finally {
            server.execute("DROP USER " + account);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"reader", "rea\\d'er"})
    void reportsMissingWritePrivilege(String user) {
        String account = "`" + user + "`@`127.0.0.1`";
        server.execute(
                "CREATE USER " + account + " IDENTIFIED BY 'x'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + account,
                "GRANT SELECT ON " + server.endpoint().database() + ".* TO " + account);
        try (CliCall cli = CliCall.of(
                "prepare",
                "--url=jdbc:mariadb://" + server.endpoint().address() + "/"
                        + server.endpoint().database(),
                "--user=" + user,
                "--password=x")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("CREATE command denied").contains(".* TO `" + user + "`@…");
        } finally {
            server.execute("DROP USER " + account);
        }
    }

    @Test
    void reportsDisabledBinlog() {
        try (TestServer serverWithoutBinlog = EmbeddedTestServer.start("--skip-log-bin");
                CliCall cli = runAgainst(serverWithoutBinlog, "run", "--prepare")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("binary logging is off");
            assertThat(serverWithoutBinlog.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void reportsStatementThatCorrectsBinlogFormat() {
        try (TestServer statementServer = EmbeddedTestServer.shared("binlog_format=STATEMENT");
                CliCall cli = runAgainst(statementServer, "run", "--prepare")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("SET GLOBAL binlog_format = 'ROW'");
        }
    }

    @Test
    void secondPrepareFailsAndChangesNothing() {
        try (CliCall firstPrepare = runAgainst(server, "prepare", "--tables=2", "--table-size=10")) {
            assertThat(firstPrepare.exitCode()).as(firstPrepare.err()).isZero();
        }
        try (CliCall secondPrepare = runAgainst(server, "prepare", "--tables=3", "--table-size=10")) {
            assertThat(secondPrepare.exitCode()).isEqualTo(1);
            assertThat(secondPrepare.err()).contains("exists already").contains("cdc-tester cleanup");
        }
        assertThat(server.queryRows("SHOW TABLES")).hasSize(2);
        assertThat(server.sysbenchRows(2)).isEqualTo(20);
        try (CliCall cleanup = runAgainst(server, "cleanup", "--tables=3")) {
            assertThat(cleanup.exitCode()).isZero();
            assertThat(cleanup.out()).contains("dropped 2 tables");
        }
    }

    private CliCall run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(options));
        return runAgainst(server, arguments.toArray(String[]::new));
    }

    private CliCall runAgainst(TestServer target, String... arguments) {
        return CommandLines.call(target, arguments);
    }

    private void assertFailsWith(int exitCode, String message, String... arguments) {
        try (CliCall cli = CliCall.of(arguments)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(exitCode);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: ").contains(message);
        }
    }
}
