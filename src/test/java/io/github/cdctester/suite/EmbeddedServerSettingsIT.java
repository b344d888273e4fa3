// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The server has {@code auto_increment_increment=7}, and a time zone with daylight saving time. */
@Timeout(120)
final class EmbeddedServerSettingsIT extends ServerContract {

    private static final String EMPTY_TABLE = "CREATE TABLE sbtest1 (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
            + " k INT NOT NULL DEFAULT 0, c CHAR(120) NOT NULL DEFAULT '', pad CHAR(60) NOT NULL DEFAULT '')";

    @TempDir
    Path directory;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared("auto_increment_increment=7", "auto_increment_offset=3");
    }

    private CliCall runUpdates(String... extraOptions) {
        List<String> arguments = new ArrayList<>(List.of("run", "--workload=oltp_update_non_index", "--tables=1"));
        arguments.addAll(List.of("--table-size=100", "--threads=2", "--events=200", "--time=0"));
        arguments.addAll(List.of(extraOptions));
        return CommandLines.call(server, arguments.toArray(String[]::new));
    }

    @Test
    void findsEveryPreparedRow() {
        CliCall run = runUpdates("--prepare", "--cleanup");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).doesNotContain("found no row");
    }

    @Test
    void reportsVariableIfRowsAreMissing() {
        server.execute(EMPTY_TABLE, "INSERT INTO sbtest1 (k) SELECT seq FROM seq_1_to_100");
        CliCall run = runUpdates();
        server.execute("DROP TABLE sbtest1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("found no row: ", "auto_increment_increment is 7: unless prepare could set it to 1");
    }

    /** Each run writes to one server, and reads the idle stream of the other server. */
    @Test
    void notesDescribeWrittenServer() throws IOException {
        try (TestServer durableServer = EmbeddedTestServer.start(
                "--sync-binlog=1", "--innodb-flush-log-at-trx-commit=1", "--innodb-buffer-pool-size=200M")) {
            JsonNode resultOfServer = runWithStreamOf(durableServer, server);
            assertThat(resultOfServer.at("/notes").findValuesAsString("code"))
                    .contains("COMMITS_NOT_DURABLE", "BUFFER_POOL_SMALL");
            assertThat(resultOfServer.at("/notes").findValuesAsString("server"))
                    .contains(server.endpoint().address())
                    .doesNotContain(durableServer.endpoint().address());
            assertThat(resultOfServer.at("/notes").findValuesAsString("increment"))
                    .containsExactly("7");

            JsonNode resultOfDurableServer = runWithStreamOf(server, durableServer);
            assertThat(resultOfDurableServer.at("/notes").findValuesAsString("code"))
                    .contains("STATEMENTS_FOUND_NO_ROW")
                    .doesNotContain("COMMITS_NOT_DURABLE", "BUFFER_POOL_SMALL");
            assertThat(resultOfDurableServer.at("/notes").findValuesAsString("increment"))
                    .isEmpty();
        }
    }

    /** The table is empty, so the statements find no row. */
    private JsonNode runWithStreamOf(TestServer followedServer, TestServer writtenServer) throws IOException {
        Path password = Files.writeString(
                directory.resolve("password"),
                followedServer.endpoint().password().reveal());
        writtenServer.execute(EMPTY_TABLE);
        CliCall run = CommandLines.call(
                writtenServer,
                "run",
                "--workload=oltp_update_non_index",
                "--tables=1",
                "--table-size=100",
                "--events=20",
                "--time=0",
                "--drain-timeout=1",
                "--cdc-url=jdbc:mariadb://" + followedServer.endpoint().address() + "/",
                "--cdc-password-file=" + password,
                "--quiet",
                "--json");
        writtenServer.execute("DROP TABLE sbtest1");
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        return RoundTripChecks.json(run.out());
    }

    @Test
    void filledTablesOfWorkloadFileHaveNoIdGaps() throws IOException {
        Path file = Files.writeString(directory.resolve("steps.yaml"), """
                tables:
                  steps: {columns: {id: INT AUTO_INCREMENT PRIMARY KEY, n: INT}, rows: 50, values: {n: 0}}
                transactions:
                  change: {values: {id: {uniform: 1..50}}, statements: [UPDATE steps SET n = n + 1 WHERE id = :id]}
                checks:
                  dense: SELECT 1 FROM steps HAVING COUNT(*) <> MAX(id)
                """);
        CliCall run = CommandLines.call(
                server,
                "run",
                "--workload-file=" + file,
                "--prepare",
                "--cleanup",
                "--check",
                "--events=20",
                "--time=0");
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    }

    /** On 29 March 2026 the hour from 2:00 does not exist in Berlin. */
    @Test
    void acceptsTimesSkippedByTimeZone() throws IOException {
        server.execute(
                "INSERT INTO mysql.time_zone VALUES (77001, 'N')",
                "INSERT INTO mysql.time_zone_name VALUES ('Suite/Berlin', 77001)",
                "INSERT INTO mysql.time_zone_transition_type VALUES (77001, 0, 3600, 0, 'CET'), (77001, 1, 7200, 1, 'CEST')",
                "INSERT INTO mysql.time_zone_transition VALUES (77001, 0, 0), (77001, 1774746000, 1)",
                "SET GLOBAL time_zone = 'Suite/Berlin'");
        try {
            Path file = Files.writeString(directory.resolve("gap.yaml"), """
                    tables:
                      gap:
                        columns: {id: INT PRIMARY KEY, w: TIMESTAMP NULL}
                        rows: 100
                        values: {id: {sequence: 1}, w: {timestamp: 2026-03-29T02:00:00..2026-03-29T02:59:59}}
                    transactions:
                      change:
                        values: {id: {uniform: 1..100}, w: {timestamp: 2026-03-29T02:00:00..2026-03-29T02:59:59}}
                        statements: ["UPDATE gap SET w = :w WHERE id = :id"]
                    """);
            CliCall run = CommandLines.call(
                    server, "run", "--workload-file=" + file, "--prepare", "--cleanup", "--events=50", "--time=0");
            assertThat(run.exitCode()).as(run.err()).isZero();
        } finally {
            server.execute(
                    "SET GLOBAL time_zone = 'SYSTEM'",
                    "DELETE FROM mysql.time_zone_transition WHERE Time_zone_id = 77001",
                    "DELETE FROM mysql.time_zone_transition_type WHERE Time_zone_id = 77001",
                    "DELETE FROM mysql.time_zone_name WHERE Time_zone_id = 77001",
                    "DELETE FROM mysql.time_zone WHERE Time_zone_id = 77001");
        }
    }
}
