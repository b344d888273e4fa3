// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.Window;
import io.github.cdctester.internal.binlog.StartWatch;
import io.github.cdctester.internal.binlog.StreamSettings;
import io.github.cdctester.internal.binlog.Subscriber;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.connection.StreamRoute;
import io.github.cdctester.internal.binlog.gtid.TransactionWatch;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Opens and closes a thousand connections. The server's counters must show that none is left. */
@Timeout(120)
final class ManyConnectionsIT {

    private static final int CONNECTIONS = 1_000;
    private static final int THREADS = 200;
    private static final int RUNS = 5;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static TestServer server;

    private ExtraConnection sideConnection;
    private long openConnectionsBefore;
    private long connectionsBefore;
    private long refusedBefore;
    private long abortedBefore;

    @BeforeAll
    static void start() {
        server = EmbeddedTestServer.start("--max-connections=800");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void readCounters() {
        sideConnection = new ExtraConnection(server);
        // a connection of the previous test may still be closing
        openConnectionsBefore = Eventually.assertThat(TIMEOUT, () -> status("Threads_connected"), open -> open == 1);
        connectionsBefore = status("Connections");
        refusedBefore = status("Aborted_connects");
        abortedBefore = status("Aborted_clients");
    }

    @AfterEach
    void closeSideConnection() {
        sideConnection.close();
    }

    /** Five runs with 200 workers each open more than a thousand connections. */
    @Test
    void runsLeaveNoConnection() {
        for (int run = 0; run < RUNS; run++) {
            Verdict verdict = RoundTripChecks.run(CdcTester.plan()
                            .endpoint(server.endpoint())
                            .workload(Sysbench.oltpInsert().tableSize(10))
                            .load(closedLoop(THREADS))
                            .window(new Window(Duration.ZERO, Duration.ZERO, THREADS, TIMEOUT))
                            .prepareFirst()
                            .cleanupAfter())
                    .verdict();
            assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Verdict.Status.LOSSLESS);
        }
        assertNoConnectionsLeft(2 * RUNS);
    }

    /** The server notices that a stream has closed its connection only when it sends the next event or keep-alive. */
    @Test
    @Nightly
    void streamsLeaveNoConnection() throws IOException {
        for (int stream = 0; stream < CONNECTIONS / 2; stream++) {
            BinlogMeter meter = new BinlogMeter(DelaySource.EVENT_HEADER);
            try (Subscriber subscriber = Subscriber.start(
                    settingsAtLogEnd(),
                    meter,
                    TransactionWatch.NONE,
                    null,
                    null,
                    EpochMicrosClock.SYSTEM,
                    NanoClock.SYSTEM,
                    StartWatch.NONE)) {
                subscriber.failIfBroken();
            }
        }
        assertNoConnectionsLeft(CONNECTIONS / 2);
    }

    /**
     * Asserts that at least {@value #CONNECTIONS} connections were opened, and that none is left. Dumps, and sometimes queries at
     * the end of a run, end without COM_QUIT. The server may count their connections as aborted clients.
     */
    private void assertNoConnectionsLeft(long maxAborted) {
        Eventually.assertThat(TIMEOUT, () -> status("Threads_connected"), open -> open == openConnectionsBefore);
        assertThat(sideConnection.firstColumn(
                        "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'"))
                .isEmpty();
        assertThat(status("Connections") - connectionsBefore).isGreaterThanOrEqualTo(CONNECTIONS);
        assertThat(status("Aborted_connects")).isEqualTo(refusedBefore);
        assertThat(status("Aborted_clients") - abortedBefore).isLessThanOrEqualTo(maxAborted);
    }

    private long status(String name) {
        return Long.parseLong(sideConnection
                .firstColumn("SELECT variable_value FROM information_schema.global_status WHERE variable_name = '"
                        + name + "'")
                .iterator()
                .next());
    }

    private StreamSettings settingsAtLogEnd() throws IOException {
        try (ServerConnection connection = ServerConnection.open(server.endpoint())) {
            ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
            LogEnd end = inspector.logEnd();
            return new StreamSettings(
                    server.endpoint(),
                    inspector.info(),
                    ClockOffset.NONE,
                    List.of(),
                    DelaySource.EVENT_HEADER,
                    new StreamSettings.StreamStart(end.position(), null, end.gtidSet(), null),
                    new StreamSettings.ReadSettings(
                            Reader.NATIVE, Duration.ofSeconds(60), RowCounting.OFF, false, false, false, null),
                    StreamRoute.DIRECT);
        }
    }
}
