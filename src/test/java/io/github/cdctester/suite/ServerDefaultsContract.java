// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.JdbcDriver;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Global variables would change what statements of a session do. */
@Timeout(120)
abstract class ServerDefaultsContract extends ServerContract {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final List<String> SETTINGS = List.of(
            "autocommit=0",
            "sql_mode=STRICT_TRANS_TABLES,PAD_CHAR_TO_FULL_LENGTH",
            "sql_select_limit=3",
            "max_join_size=1000000",
            "completion_type=CHAIN");

    private static final String SESSION_VALUES =
            "SELECT @@session.completion_type, @@session.sql_select_limit, @@session.sql_big_selects, @@session.";

    @TempDir
    Path directory;

    static String[] settings(String... ownSettings) {
        List<String> settings = new ArrayList<>(SETTINGS);
        settings.addAll(List.of(ownSettings));
        return settings.toArray(String[]::new);
    }

    /** The name of the variable. No statement of these tests reaches its limit. */
    abstract String timeLimit();

    final CliCall call(String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(options));
        CliCall call = CommandLines.call(server, arguments.toArray(String[]::new));
        assertThat(call.exitCode()).as(call.out() + call.err()).isZero();
        return call;
    }

    final void assertRunIsLossless(String... options) {
        List<String> arguments = new ArrayList<>(List.of("--prepare", "--cleanup", "--threads=2", "--events=60"));
        arguments.add("--time=0");
        arguments.addAll(List.of(options));
        assertThat(call("run", arguments.toArray(String[]::new)).out()).contains("LOSSLESS");
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "jdbc --jdbc-driver=mariadb", "jdbc --jdbc-driver=connector-j"})
    void writesEachTransaction(String client) {
        List<String> arguments = new ArrayList<>(List.of("--workload=transfer", "--accounts=50", "--check"));
        arguments.addAll(List.of(("--client=" + client).split(" ")));
        assertRunIsLossless(arguments.toArray(String[]::new));
    }

    @Test
    void commitsSingleStatements() throws IOException {
        Path file = Files.writeString(directory.resolve("wf.yaml"), """
                tables:
                  t1: {columns: {id: INT AUTO_INCREMENT PRIMARY KEY, v: INT}, rows: 20, values: {v: {uniform: 1..100}}}
                transactions:
                  insertion: {autocommit: true, values: {v: {uniform: 1..100}}, statements: [INSERT INTO t1 (v) VALUES (:v)]}
                """);
        assertRunIsLossless("--workload-file=" + file);
    }

    @Test
    void keepsPreparedRows() {
        call("prepare", "--workload=transfer", "--accounts=50");
        long rows = server.queryNumber("SELECT COUNT(*) FROM accounts");
        call("cleanup", "--workload=transfer");
        assertThat(rows).isEqualTo(50);
    }

    @Test
    void commitsHeartbeats() {
        CliCall subscribe = call("subscribe", "--time=2", "--delay-source=heartbeat", "--json");
        assertThat(subscribe.out()).containsPattern("\"heartbeats\"\\s*:\\s*\\{\\s*\"transactions\"\\s*:\\s*[1-9]");
    }

    @Test
    void replayFindsEqualTables() {
        assertRunIsLossless("--workload=oltp_write_only", "--tables=2", "--table-size=50", "--replay");
    }

    @Test
    void writesEachStepOfStorm() {
        assertRunIsLossless("--workload=storm", "--rand-seed=3");
    }

    @Test
    void learnsColumnsOfTables() throws IOException {
        String[] workload = {"--workload=oltp_insert", "--tables=1"};
        CliCall run = call("run", workload[0], workload[1], "--prepare", "--events=20", "--time=0", "--json");
        JsonNode start = JSON.readTree(run.out()).path("summary").path("cdc").path("from");
        Path file = directory.resolve("learned.yaml");
        String from =
                start.path("file").asString() + ":" + start.path("position").asLong();
        call("learn", "--workload-file=" + file, "--from=" + from, "--events=20", "--quiet");
        call("cleanup", workload);
        assertThat(file).content().contains("pad");
    }

    /** Only the load keeps the time limit. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "CONNECTOR_J"})
    void resetsSessionsOfDrivers(JdbcDriver driver) throws SQLException {
        Endpoint endpoint = server.endpoint().withJdbcDriver(driver);
        try (ConnectionPool pool = ConnectionPool.open(endpoint, false, 2)) {
            assertThat(sessionValues(pool)).isEqualTo("NO_CHAIN 18446744073709551615 1 0");
        }
        try (ConnectionPool pool = ConnectionPool.openForLoad(endpoint, false, 2, null)) {
            assertThat(sessionValues(pool)).matches("NO_CHAIN 18446744073709551615 1 [1-9].*");
        }
    }

    private String sessionValues(ConnectionPool pool) throws SQLException {
        try (Connection first = pool.connection(); // the second connection queries no variables
                Connection connection = pool.connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SESSION_VALUES + timeLimit())) {
            assertThat(row.next()).isTrue();
            return row.getString(1) + " " + row.getString(2) + " " + row.getString(3) + " "
                    + row.getBigDecimal(4).stripTrailingZeros().toPlainString();
        }
    }

    @Test
    void resetsSessionsOfQueries() throws IOException {
        try (ServerConnection connection = ServerConnection.open(server.endpoint())) {
            List<String> row = connection.query(SESSION_VALUES + timeLimit()).get(0);
            assertThat(row.subList(0, 3)).containsExactly("NO_CHAIN", "18446744073709551615", "1");
            assertThat(new BigDecimal(row.get(3))).isZero();
        }
    }
}
