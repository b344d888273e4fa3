// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The connections stay open but silent. The tests run in parallel. */
@Nightly
@Timeout(180)
final class SilentConnectionIT extends ServerContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void timesOutIfNoDumpStarts(@TempDir Path directory) {
        Endpoint endpoint = server.endpoint();
        try (FaultProxy proxy = FaultProxy.to(endpoint.host(), endpoint.port())) {
            proxy.stallDumps(true);
            try (CliProcess cli = CommandLines.start(
                    directory,
                    endpoint.withAddress(proxy.host(), proxy.port()).withSsl(SslMode.DISABLED, null),
                    "subscribe",
                    "--ssl-mode=DISABLED",
                    "--time=60")) {
                assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
                assertThat(cli.errLines()).as(cli.err()).hasSize(1);
                assertThat(cli.err())
                        .startsWith("cdc-tester: ")
                        .contains("nothing came on COM_BINLOG_DUMP within 30 s")
                        .contains(proxy.host() + ":" + proxy.port());
            }
        }
    }

    /** The wait is limited, and the result contains the measured values. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void keepsMeasuredPartIfServerHangs(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        Endpoint endpoint = server.endpoint();
        try (FaultProxy proxy = FaultProxy.to(endpoint.host(), endpoint.port());
                CliProcess cli = CommandLines.start(
                        directory,
                        endpoint.withAddress(proxy.host(), proxy.port()),
                        "run",
                        "--prepare",
                        "--cleanup",
                        "--table-size=10",
                        "--threads=4",
                        "--time=4",
                        "--out=" + out)) {
            cli.awaitOutput("[   1s ]");
            proxy.stall(true);

            assertThat(cli.exitCode()).as(cli.out()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err())
                    .contains("a transaction did not end within 30 s")
                    .contains("dropping sbtest1: " + proxy.host() + ":" + proxy.port() + " did not answer within 15 s")
                    .contains("could not drop the heartbeat table; DROP TABLE `");
            assertThat(cli.out()).contains("(interrupted)");
            assertThat(Files.readString(out.resolve("result.json"))).contains("\"interrupted\" : true");
        }
    }
}
