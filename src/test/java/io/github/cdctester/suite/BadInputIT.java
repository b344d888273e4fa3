// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.net.ServerSocket;
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
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong input gets one line that says what is wrong, the documented exit code, and leaves nothing behind. */
@Timeout(120)
final class BadInputIT {

    private static TestServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        server = EmbeddedTestServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(server.rows("SHOW TABLES")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--threads 0            | --threads is 0, but must be a whole number from 1",
                "--rate -1              | --rate is -1, but must be a number above 0",
                "--rate 5000..          | '5000..' is neither a number of starts a second nor a ramp such as",
                "--arrivals poisson     | --arrivals is poisson, but there is no --rate",
                "--arrivals weekly      | --arrivals",
                "--workload oltp_nosuch | --workload is oltp_nosuch, but must be one of: oltp_insert, oltp_write_only,",
                "--tables 0             | --tables is 0, but must be a whole number from 1",
                "--table-size -5        | --table-size is -5, but must be a whole number from 1",
                "--tables many          | --tables': 'many' is not",
                "--point-selects -1     | --point-selects is -1, but must be a whole number from 0",
                "--range-size 0         | --range-size is 0, but must be a whole number from 1",
                "--range-size 20000     | --range-size is 20000, but must be at most --table-size, which is 10000",
                "--reconnect -1         | --reconnect is -1, but must be a whole number from 0",
                "--db-ps-mode maybe     | --db-ps-mode': expected one of [AUTO, DISABLE]",
                "--skip-trx=perhaps     | 'perhaps' is neither on nor off",
                "--rand-type normal     | --rand-type': expected one of [UNIFORM",
                "--rand-pareto-h 1      | --rand-pareto-h is 1.0, but must be a number between 0 and 1",
                "--rand-spec-res 100    | --rand-spec-res is 100, but must be a whole number from 0 to 99",
                "--time -3              | --time",
                "--time soon            | 'soon' is not a duration",
                "--events -1            | --events is -1",
                "--database a?b=c       | --database is 'a?b=c', but must be a name without any of",
                "--port 70000           | --port is 70000, but must be a whole number from 1 to 65535",
                "--ssl-mode maybe       | --ssl-mode",
                "--ignore-errors 12x    | --ignore-errors is 12x",
                "--percentile 101       | --percentile is 101",
                "--delay-source clock   | 'clock' is none of commit-timestamp, heartbeat, event-header",
                "--delay-source all,clock | 'clock' is none of commit-timestamp, heartbeat, event-header",
                "--streams 0            | --streams is 0, but must be a whole number from 1 to 1024",
                "--streams 5000         | --streams is 5000, but must be",
                "--cdc-url jdbc:mysql://a/ --cdc-url jdbc:mysql://a:3306/ | --cdc-url is given twice for a:3306",
                "--cdc-url x=jdbc:mysql://a/ --cdc-url x=jdbc:mysql://b/  | --cdc-url is given twice for x",
                "--streams 2 --cdc-url jdbc:mysql://a/ --cdc-url jdbc:mysql://b/ | --streams follows one log",
                "--cdc-url jdbc:mysql://a/ --cdc-user r --cdc-user s | --cdc-user is given 2 times for 1 stream",
                "--cdc-url nonsense     | --cdc-url is nonsense, but must be of the form",
                "--prometheus nowhere   | --prometheus is nowhere, but must be PORT or HOST:PORT",
                "--no-such-option       | --no-such-option",
            })
    void aWrongOptionIsNamedWithItsValue(String option, String message) {
        List<String> arguments = new ArrayList<>(List.of("run", "--host", "127.0.0.1"));
        arguments.addAll(List.of(option.split(" ")));
        try (CliProcess cli = CliProcess.start(directory, arguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: ").contains(message);
            assertThat(cli.errLines()).hasSize(2);
            assertThat(cli.errLines().get(1)).startsWith("try 'cdc-tester run --help'");
            assertThat(cli.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0..20000 over x   | 'x' is not a duration",
                "0..20000 over     | '0..20000 over' is neither a number of starts a second nor a ramp",
                "0..20000          | '0..20000' is neither a number of starts a second nor a ramp",
                "0..20000 over 0s  | --rate is 0..20000 over 0s, but must be a ramp over more than 0 s",
                "0..0 over 60s     | --rate is 0..0 over 60s, but must be a ramp between rates from 0 to 10000000",
                "-5..10 over 60s   | --rate is -5..10 over 60s, but must be a ramp between rates",
                "1..99999999 over 60s | but must be a ramp between rates from 0 to 10000000",
            })
    void aRampThatMakesNoSenseIsNamed(String rate, String message) {
        try (CliProcess cli = CliProcess.start(directory, "run", "--host=127.0.0.1", "--rate=" + rate)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.errLines()).as(cli.err()).hasSize(2);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: ").contains(message);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--trx-size=big                     | 'big' is not a size: give bytes",
                "--trx-size=1iB                     | '1iB' is not a size",
                "--trx-size=1kB                     | --trx-size is 1000 bytes, but must be a size from 10 kB to 1 TB",
                "--trx-size=2TiB                    | but must be a size from 10 kB to 1 TB",
                "--trx-size=100kB                   | --row-size is 2500 bytes, but must be small enough for 50 rows",
                "--row-size=8                       | --row-size is 8 bytes, but must be a size from 32 B to 64 MB",
                "--row-size=5GB                     | --row-size is 5000000000 bytes, but must be a size from 32 B to 64 MB",
                "--rows=0                           | --rows is 0, but must be a whole number from 1",
                "--rows=1                           | --rows is 1, but must be so many that each has 32 B to 64 MB",
                "--rows=10 --row-size=100           | --rows is 10, but --row-size is given too",
                "--trx-count=-1                     | --trx-count is -1, but must be a whole number from 0",
                "--trx-kind=delete --trx-count=0    | --trx-count is 0, but must be a whole number from 1 for delete",
                "--trx-kind=merge                   | 'merge' is none of insert, update, delete, insert-select",
                "--trx-interval=often               | 'often' is not a duration",
                "--trx-interval=5s --rate=1         | --trx-interval is given, but --rate too",
            })
    void aSizeThatMakesNoSenseIsNamed(String options, String message) {
        List<String> arguments = new ArrayList<>(List.of("run", "--host=127.0.0.1", "--workload=large_transaction"));
        arguments.addAll(List.of(options.split(" ")));
        try (CliProcess cli = CliProcess.start(directory, arguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(2);
            assertThat(cli.errLines()).as(cli.err()).hasSize(2);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: ").contains(message);
        }
    }

    @Test
    void aCommandThatDoesNotExistIsWrongUsage() {
        try (CliProcess cli = CliProcess.start(directory, "runn")) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.errLines().get(0)).contains("runn");
        }
    }

    @Test
    void sysbenchsUnderscoresAreAccepted() {
        try (CliProcess cli = run("--table_size=0")) {
            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("--table-size is 0");
        }
    }

    @Test
    void aWrongPasswordIsNotRepeated() {
        Endpoint at = server.endpoint();
        try (CliProcess cli = CliProcess.start(
                directory,
                "run",
                "--host=" + at.host(),
                "--port=" + at.port(),
                "--user=" + at.user(),
                "--password=surely-wrong",
                "--verbose")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("login refused by " + at.address()).contains("--password");
            assertThat(cli.err() + cli.out()).doesNotContain("surely-wrong");
        }
    }

    @Test
    void anUnknownHostIsNamed() {
        failsWith(1, "unknown host no-such-host.invalid; check --host", "run", "--host", "no-such-host.invalid");
    }

    @Test
    void aClosedPortIsNamed() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        failsWith(1, "cannot connect to 127.0.0.1:" + port, "run", "--host", "127.0.0.1", "--port", "" + port);
    }

    @Test
    void missingTablesAreNamedWithTheCommandThatMakesThem() {
        try (CliProcess cli = run("--tables=3")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("sbtest1").contains("cdc-tester prepare");
        }
    }

    @Test
    void anOutDirectoryThatCannotBeMadeIsNamedBeforeAnythingRuns() throws IOException {
        Path file = Files.createFile(directory.resolve("a-file"));
        try (CliProcess cli = run("--out=" + file, "--prepare", "--cleanup")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("--out " + file);
        }
    }

    @Test
    void missingPrivilegesAreNamedWithTheirGrant() {
        String account = "'poor'@'127.0.0.1'";
        server.execute(
                "CREATE USER " + account + " IDENTIFIED BY 'x'",
                "GRANT ALL ON " + server.endpoint().database() + ".* TO " + account);
        try (CliProcess cli = CliProcess.start(
                directory,
                "run",
                "--url=jdbc:mariadb://" + server.endpoint().address() + "/"
                        + server.endpoint().database(),
                "--user=poor",
                "--password=x",
                "--prepare")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("GRANT REPLICATION CLIENT, REPLICATION SLAVE ON *.* TO " + account);
        } finally {
            server.execute("DROP USER " + account);
        }
    }

    @Test
    void aMissingWritePrivilegeIsNamed() {
        String account = "'reader'@'127.0.0.1'";
        server.execute(
                "CREATE USER " + account + " IDENTIFIED BY 'x'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO " + account,
                "GRANT SELECT ON " + server.endpoint().database() + ".* TO " + account);
        try (CliProcess cli = CliProcess.start(
                directory,
                "prepare",
                "--url=jdbc:mariadb://" + server.endpoint().address() + "/"
                        + server.endpoint().database(),
                "--user=reader",
                "--password=x")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("CREATE command denied").contains("reader");
        } finally {
            server.execute("DROP USER " + account);
        }
    }

    @Test
    void aLogThatIsOffIsNamed() {
        try (TestServer silent = EmbeddedTestServer.start("--skip-log-bin");
                CliProcess cli = against(silent, "run", "--prepare")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.err()).contains("binary logging is off");
            assertThat(silent.rows("SHOW TABLES")).isEmpty();
        }
    }

    @Test
    void aFormatOtherThanRowIsNamedWithTheStatementThatMendsIt() {
        try (TestServer statements = EmbeddedTestServer.start("--binlog-format=STATEMENT");
                CliProcess cli = against(statements, "run", "--prepare")) {
            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).contains("SET GLOBAL binlog_format = 'ROW'");
        }
    }

    @Test
    void preparingTwiceIsRefusedAndChangesNothing() {
        try (CliProcess first = against(server, "prepare", "--tables=2", "--table-size=10")) {
            assertThat(first.exitCode()).as(first.err()).isZero();
        }
        try (CliProcess second = against(server, "prepare", "--tables=3", "--table-size=10")) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err()).contains("exists already").contains("cdc-tester cleanup");
        }
        assertThat(server.rows("SHOW TABLES")).hasSize(2);
        assertThat(server.sysbenchRows(2)).isEqualTo(20);
        try (CliProcess cleanup = against(server, "cleanup", "--tables=3")) {
            assertThat(cleanup.exitCode()).isZero();
            assertThat(cleanup.out()).contains("dropped 2 tables");
        }
    }

    private CliProcess run(String... options) {
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(List.of(options));
        return against(server, arguments.toArray(String[]::new));
    }

    private CliProcess against(TestServer target, String... arguments) {
        return CommandLines.against(directory, target, arguments);
    }

    private void failsWith(int exitCode, String message, String... arguments) {
        try (CliProcess cli = CliProcess.start(directory, arguments)) {
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(exitCode);
            assertThat(cli.errLines()).hasSize(1);
            assertThat(cli.errLines().get(0)).startsWith("cdc-tester: ").contains(message);
        }
    }
}
