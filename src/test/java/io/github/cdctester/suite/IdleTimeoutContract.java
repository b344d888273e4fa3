// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.process.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server has {@code wait_timeout=3}, so it closes idle connections before the tester uses them again. */
@Timeout(180)
abstract class IdleTimeoutContract extends ServerContract {

    @Test
    void singleInsertsLoseNothing() {
        assertLosesNothing("oltp_insert", 8);
    }

    @Test
    @Nightly
    void multiStatementTransactionsLoseNothing() {
        assertLosesNothing("oltp_write_only", 16);
    }

    /** When the second load starts, the server has closed all idle connections of the first load. */
    @Test
    void planReplacesIdleConnections(@TempDir Path directory) throws IOException {
        Path plan = Files.writeString(directory.resolve("plan.yaml"), """
                prepare: {workload: oltp_insert, tables: 1, table-size: 100}
                cleanup: true
                probes:
                  limit: {sql: "SELECT @@GLOBAL.max_error_count", every: 5s}
                phases:
                  - name: seldom
                    loads:
                      main: {workload: oltp_insert, tables: 1, table-size: 100, threads: 8, rate: 1, time: 6s}
                  - name: rest
                    observe: 4s
                  - name: again
                    loads:
                      second: {workload: oltp_insert, tables: 1, table-size: 100, threads: 4, rate: 20, time: 1s}
                """);
        assertLossless(CommandLines.call(server, "plan", plan.toString()));
    }

    @Test
    @Nightly
    void workerNodeReplacesIdleConnections(@TempDir Path directory) {
        Path secret = WorkerProcess.newSecret(directory);
        List<WorkerProcess> workers = WorkerProcess.start(2, directory, secret);
        try {
            assertLosesNothing(
                    "oltp_insert",
                    16,
                    "--secret-file=" + secret,
                    "--workers=" + workers.stream().map(WorkerProcess::address).collect(Collectors.joining(",")));
        } finally {
            workers.forEach(WorkerProcess::close);
        }
    }

    /** Each of the eight workers is idle for longer than the timeout, because it has one transaction every eight seconds. */
    private void assertLosesNothing(String workload, int seconds, String... extraOptions) {
        List<String> options = new ArrayList<>(List.of(
                "run",
                "--workload=" + workload,
                "--tables=1",
                "--table-size=100",
                "--threads=8",
                "--rate=1",
                "--time=" + seconds,
                "--prepare",
                "--cleanup"));
        options.addAll(List.of(extraOptions));
        assertLossless(CommandLines.call(server, options.toArray(String[]::new)));
    }

    private void assertLossless(CliCall run) {
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("LOSSLESS").doesNotContain("may have been committed");
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }
}
