// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EmbeddedServerDefaultsIT extends ServerDefaultsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared(
                settings(timeLimit() + "=60", "session_track_system_variables=*", "default_storage_engine=Aria"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "jdbc"})
    void tracksCommitsIfAllVariablesAreTracked(String client) {
        assertRunIsLossless("--workload=oltp_insert", "--tables=1", "--verify=exact", "--client=" + client);
    }

    @Test
    void rollsBackInTablesOfWorkloadFile() throws IOException {
        Path file = Files.writeString(directory.resolve("rollback.yaml"), """
                tables:
                  t1: {columns: {id: INT AUTO_INCREMENT PRIMARY KEY, v: INT}, rows: 20, values: {v: {uniform: 1..100}}}
                transactions:
                  kept: {values: {v: {uniform: 1..100}}, statements: [INSERT INTO t1 (v) VALUES (:v)]}
                  undone: {end: rollback, values: {v: {uniform: 1..100}}, statements: [INSERT INTO t1 (v) VALUES (:v)]}
                """);
        CliCall run = call("run", "--workload-file=" + file, "--prepare", "--threads=2", "--events=60", "--time=0");
        long rows = server.queryNumber("SELECT COUNT(*) FROM t1");
        String engine = server.queryRows("SELECT engine FROM information_schema.tables WHERE table_name = 't1'")
                .get(0)
                .get(0);
        call("cleanup", "--workload-file=" + file);
        assertThat(run.out()).contains("LOSSLESS");
        assertThat(engine).isEqualTo("InnoDB");
        assertThat(rows).isBetween(20L, 79L); // some of the 60 were undone
    }

    @Override
    String timeLimit() {
        return "max_statement_time";
    }
}
