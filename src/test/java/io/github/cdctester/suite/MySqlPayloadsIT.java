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

/** MySQL with binlog_transaction_compression=ON, read as compressed payloads and inflated. */
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
    void carriesCommittedTransactions() {
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

    /** Two transactions: 40 MB that cannot be compressed, with a payload of three packets, and 50 MB that can. */
    @Test
    void countsTheRowsOfLargePayloads() {
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
        CdcSummary wire = drain(SubscriberSpec.DEFAULT);
        CdcSummary inflated = drain(SubscriberSpec.DEFAULT.payloads(PayloadCounting.INFLATE));

        assertThat(inflated.bytes()).isEqualTo(wire.bytes());
        assertThat(inflated.eventsByKind()).isEqualTo(wire.eventsByKind());
        assertThat(inflated.payloads().wireBytes()).isEqualTo(wire.payloads().wireBytes());
        assertThat(inflated.payloads().inflatedBytes())
                .isEqualTo(wire.payloads().inflatedBytes())
                .isGreaterThan(wire.payloads().transactions());
        assertThat(wire.payloads().innerEventsByKind()).isEmpty();
        assertThat(inflated.payloads().innerEventsByKind()).containsKeys("TABLE_MAP", "XID");
        try (CliProcess cli =
                CommandLines.start(directory, server, "drain", "--from=earliest", "--payloads=inflate", "--json")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("\"inflatedBytes\" : " + wire.payloads().inflatedBytes() + ",")
                    .contains("\"payloads\" : \"inflate\"")
                    .contains("\"innerEventsByKind\"");
        }
    }

    /**
     * Without the privilege to disable compression for the session, heartbeats are inside of payloads, and the reader
     * finds them there.
     */
    @Test
    void zFindsHeartbeatsInPayloads() {
        server.execute(
                "CREATE USER beat IDENTIFIED BY 'x'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO beat",
                "GRANT ALL ON " + server.endpoint().database() + ".* TO beat");
        Endpoint all = server.endpoint();
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(Endpoint.of(all.host(), all.port(), all.database(), "beat", Password.of("x")))
                .workload(Sysbench.oltpInsert().tables(2).tableSize(100))
                .load(closedLoop(2))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(1), 0, Duration.ofSeconds(30)))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT)));

        CdcSummary cdc = result.summary().cdc();
        long committed = result.summary().write().transactions();
        assertThat(cdc.heartbeats().transactions()).isPositive();
        assertThat(cdc.transactions() - cdc.heartbeats().transactions()).isEqualTo(committed);
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
