// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.SubscriberSpec.PayloadCounting;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks binlogs with binlog_transaction_compression=ON, both as compressed payloads and inflated. */
@RequiresDocker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.MethodName.class)
@Timeout(120)
final class MySqlPayloadsIT {

    private static final int EVENTS = 1_000;

    private TestServer server;

    @BeforeAll
    void startServer() {
        server = MySqlTestServer.sharedWithEmptyLog(
                "binlog_transaction_compression=1", "cte_max_recursion_depth=100000");
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    @Test
    void countsPayloadsOfCommittedTransactions() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(closedLoop(4))
                .window(new Window(Duration.ZERO, Duration.ZERO, EVENTS, Duration.ofSeconds(30)))
                .subscriber(SubscriberSpec.DEFAULT.payloads(PayloadCounting.INFLATE))
                .prepareFirst());

        CdcSummary cdc = result.summary().cdc();
        assertThat(cdc.transactions()).isEqualTo(EVENTS);
        assertThat(cdc.eventsByKind()).isEqualTo(Map.of("GTID", (long) EVENTS, "TRANSACTION_PAYLOAD", (long) EVENTS));
        assertThat(cdc.payloads().transactions()).isEqualTo(EVENTS);
        assertThat(cdc.payloads().wireBytes()).isLessThan(cdc.bytes());
        assertThat(cdc.payloads().innerEventsByKind())
                .isEqualTo(Map.of(
                        "QUERY", (long) EVENTS, "TABLE_MAP", (long) EVENTS, "WRITE_ROWS", (long) EVENTS, "XID", (long)
                                EVENTS));
        assertThat(cdc.rows()).as("row counting is off").isZero();
    }

    /** The INSERT has 40 MB of incompressible data, in three packets. The UPDATE has 50 MB. */
    @Test
    void countsRowsOfLargePayloads() {
        server.execute(
                "CREATE TABLE large (id INT PRIMARY KEY, v VARBINARY(1000))",
                "INSERT INTO large WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 40000)"
                        + " SELECT i, RANDOM_BYTES(1000) FROM n",
                "UPDATE large SET v = REPEAT('z', 1000) WHERE id <= 25000",
                "DELETE FROM large WHERE id > 39000");

        CdcSummary cdc =
                drain(SubscriberSpec.DEFAULT.rowCounting(RowCounting.EXACT).verifyChecksums(true));
        assertThat(cdc.rowsByTable().get(server.endpoint().database() + ".large"))
                .isEqualTo(Map.of(
                        CdcSummary.ChangeKind.INSERT,
                        40_000L,
                        CdcSummary.ChangeKind.UPDATE,
                        25_000L,
                        CdcSummary.ChangeKind.DELETE,
                        1_000L));
        assertThat(cdc.payloads().inflatedBytes()).isGreaterThan(90_000_000);
        assertThat(cdc.unknownRowEvents()).isZero();
    }

    @Test
    @Nightly
    void inflatingDoesNotChangeByteCounts(@TempDir Path directory) {
        server.execute("CREATE TABLE repeated (v VARCHAR(1000))", "INSERT INTO repeated VALUES (REPEAT('z', 1000))");
        CdcSummary compressedCounts = drain(SubscriberSpec.DEFAULT);
        CdcSummary inflatedCounts = drain(SubscriberSpec.DEFAULT.payloads(PayloadCounting.INFLATE));

        assertThat(inflatedCounts.bytes()).isEqualTo(compressedCounts.bytes());
        assertThat(inflatedCounts.eventsByKind()).isEqualTo(compressedCounts.eventsByKind());
        assertThat(inflatedCounts.payloads().wireBytes())
                .isEqualTo(compressedCounts.payloads().wireBytes());
        assertThat(inflatedCounts.payloads().inflatedBytes())
                .isEqualTo(compressedCounts.payloads().inflatedBytes())
                .isGreaterThan(compressedCounts.payloads().transactions());
        assertThat(compressedCounts.payloads().innerEventsByKind()).isEmpty();
        assertThat(inflatedCounts.payloads().innerEventsByKind()).containsKeys("TABLE_MAP", "XID");
        try (CliProcess cli =
                CommandLines.start(directory, server, "drain", "--from=earliest", "--payloads=inflate", "--json")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains(
                            "\"inflatedBytes\" : " + compressedCounts.payloads().inflatedBytes() + ",")
                    .contains("\"payloads\" : \"inflate\"")
                    .contains("\"innerEventsByKind\"");
        }
    }

    /** Only a privileged account can disable compression for the session. */
    @Test
    void withoutPrivilegeHeartbeatsAreInPayloads() {
        server.execute(
                "CREATE USER beat IDENTIFIED BY 'x'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO beat",
                "GRANT ALL ON " + server.endpoint().database() + ".* TO beat");
        Endpoint rootEndpoint = server.endpoint();
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(Endpoint.of(
                        rootEndpoint.host(), rootEndpoint.port(), rootEndpoint.database(), "beat", Password.of("x")))
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(closedLoop(2))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(1), 0, Duration.ofSeconds(30)))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT)));

        CdcSummary cdc = result.summary().cdc();
        long committedCount = result.summary().write().transactions();
        assertThat(cdc.heartbeats().transactions()).isPositive();
        assertThat(cdc.transactions() - cdc.heartbeats().transactions()).isEqualTo(committedCount);
        assertThat(cdc.delay().count()).isEqualTo(cdc.heartbeats().transactions());
        assertThat(cdc.eventsByKind().get("TRANSACTION_PAYLOAD")).isEqualTo(cdc.transactions());
    }

    private CdcSummary drain(SubscriberSpec subscriber) {
        return RoundTripChecks.drain(CdcTester.plan()
                        .endpoint(server.endpoint())
                        .subscriber(subscriber.from(StartPosition.parse("earliest"))))
                .summary()
                .cdc();
    }
}
