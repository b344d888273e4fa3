// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Global variables would change what statements of a session do. */
@Timeout(120)
abstract class ServerDefaultsContract extends ServerContract {

    static final String[] SETTINGS = {"autocommit=0", "sql_mode=STRICT_TRANS_TABLES,PAD_CHAR_TO_FULL_LENGTH"};

    @TempDir
    Path directory;

    private CliCall call(String command, String... options) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(options));
        CliCall call = CommandLines.call(server, arguments.toArray(String[]::new));
        assertThat(call.exitCode()).as(call.out() + call.err()).isZero();
        return call;
    }

    private void assertRunIsLossless(String... options) {
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
}
