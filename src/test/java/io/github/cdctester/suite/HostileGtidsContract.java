// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.suite.fault.EndlessGtids;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The stream contains an unlimited number of new GTIDs. A heap of 64 MB must suffice. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
abstract class HostileGtidsContract {

    /** Exceeds the maximum of a GTID set, 2^19, by more than fits into the sockets' buffers. */
    private static final long TOO_MANY_GAPS = (1 << 19) + (1 << 17);

    private static final Duration TIMEOUT = Duration.ofSeconds(120);

    private TestServer server;
    private String binlogFile;

    abstract TestServer start();

    @BeforeAll
    void startServer() {
        server = start();
        server.execute("FLUSH BINARY LOGS");
        binlogFile = server.queryRows(server.logStatusStatement()).get(0).get(0);
        // a DDL statement has only two small events: GTID and QUERY
        server.execute("CREATE TABLE t (id INT)");
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    /** The command prints a single line. */
    void assertRefused(StreamFault fault, String message, Path directory) {
        try (FaultProxy proxy = faultyProxy(fault);
                CliProcess cli = subscribe(directory, proxy)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).hasSize(1);
            assertThat(cli.err())
                    .startsWith("cdc-tester: ")
                    .contains("127.0.0.1:" + proxy.port())
                    .contains("not a binlog stream")
                    .contains(message)
                    .doesNotContain("Exception");
        }
    }

    /** The verdict is inconclusive. */
    void assertContinues(EndlessGtids fault, Path directory) {
        try (FaultProxy proxy = faultyProxy(fault);
                CliProcess cli = subscribe(directory, proxy)) {
            Eventually.assertThat(TIMEOUT, fault::sentCount, sent -> sent > TOO_MANY_GAPS);
            cli.interrupt();
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.err()).doesNotContain("Exception");
            assertThat(cli.out()).containsAnyOf("BEHIND", "NOT_CHECKED").contains("TPS");
        }
    }

    private FaultProxy faultyProxy(StreamFault fault) {
        return FaultProxy.to("127.0.0.1", server.endpoint().port()).faults(FaultPlan.of(fault));
    }

    private CliProcess subscribe(Path directory, FaultProxy proxy) {
        return CliProcess.start(
                directory,
                CliProcess.javaOptions("-Xmx64m"),
                Map.of("CDC_TESTER_PASSWORD", server.endpoint().password().reveal()),
                "subscribe",
                "--host=127.0.0.1",
                "--port=" + proxy.port(),
                "--user=" + server.endpoint().user(),
                "--ssl-mode=DISABLED",
                "--from=" + binlogFile + ":4");
    }
}
