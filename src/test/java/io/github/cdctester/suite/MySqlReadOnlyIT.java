// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Nightly
@RequiresDocker
@Timeout(180)
final class MySqlReadOnlyIT extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String REFUSALS_QUERY = "SELECT COALESCE(SUM(sum_error_raised), 0) FROM"
            + " performance_schema.events_errors_summary_global_by_error WHERE error_number = 1290";

    @Override
    TestServer start() {
        return MySqlTestServer.shared("super_read_only=0");
    }

    @Test
    void waitsUntilServerAcceptsWrites() throws Exception {
        long refusedBefore = server.queryNumber(REFUSALS_QUERY);
        CompletableFuture<CliCall> run = run("--ignore-errors=1213,1020,1205,1290", "--delay-source=heartbeat");
        makeReadOnly();
        // after 30 refusals, the pauses between attempts are about 0.1 s
        Eventually.assertThat(
                TIMEOUT, () -> server.queryNumber(REFUSALS_QUERY) - refusedBefore, refused -> refused >= 30);
        server.execute("SET GLOBAL super_read_only = 0", "SET GLOBAL read_only = 0");
        CliCall call = run.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(call.exitCode()).as(call.out() + call.err()).isZero();
        assertThat(call.out()).contains("LOSSLESS", "server refused the load's transactions for");
        assertThat(server.queryNumber(REFUSALS_QUERY) - refusedBefore).isLessThan(500);
    }

    @Test
    void recommendsOptionIfErrorIsNotIgnored() throws Exception {
        CompletableFuture<CliCall> run = run();
        makeReadOnly();
        CliCall call = run.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        server.execute("SET GLOBAL super_read_only = 0", "SET GLOBAL read_only = 0", "DROP TABLE IF EXISTS sbtest1");
        assertThat(call.exitCode()).isEqualTo(1);
        assertThat(call.err()).contains("with error 1290 in --ignore-errors it is retried");
    }

    private CompletableFuture<CliCall> run(String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(
                0,
                List.of(
                        "run",
                        "--workload=oltp_insert",
                        "--tables=1",
                        "--table-size=100",
                        "--threads=2",
                        "--rate=50",
                        "--time=8",
                        "--prepare",
                        "--cleanup"));
        return CompletableFuture.supplyAsync(() -> CommandLines.call(server, arguments.toArray(String[]::new)));
    }

    private void makeReadOnly() {
        String writtenRowsQuery =
                "SELECT COALESCE(SUM(count_write), 0) FROM performance_schema.table_io_waits_summary_by_table"
                        + " WHERE object_schema = DATABASE() AND object_name = 'sbtest1'";
        Eventually.assertThat(TIMEOUT, () -> server.queryNumber(writtenRowsQuery), rows -> rows > 120);
        server.execute("SET GLOBAL super_read_only = 1");
    }
}
