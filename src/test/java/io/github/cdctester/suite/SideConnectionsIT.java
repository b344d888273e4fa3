// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict.Status;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks broken connections that belong neither to the stream nor to the workers. */
@Timeout(180)
final class SideConnectionsIT {

    private static final int ER_NO_SUCH_THREAD = 1094;

    @Test
    void reconnectsAllKilledConnections() {
        try (TestServer server = EmbeddedTestServer.shared()) {
            assertContinuesAfter(server, () -> killOtherConnections(server));
        }
    }

    @Test
    void reconnectsAllConnectionsAfterRestart() {
        try (TestServer server = EmbeddedTestServer.start()) {
            assertContinuesAfter(server, () -> {
                server.shutDown();
                server.startAgain();
            });
        }
    }

    private static void assertContinuesAfter(TestServer server, Runnable disturbance) {
        Disturber disturber = new Disturber(disturbance);
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(100))
                .load(LoadSpec.closedLoop(2))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(120), 0, Duration.ofSeconds(60)))
                .prepareFirst()
                .cleanupAfter()
                .listener(disturber)
                .stopSignal(disturber.stop));

        assertThat(result.interruptedBecause()).isEqualTo("stopped");
        assertThat(disturber.hasRecovered).isTrue();
        assertThat(result.summary().tester().heartbeatReconnects()).isPositive();
        assertThat(result.summary().tester().probeReconnects()).isPositive();
        assertThat(result.summary().write().reconnects()).isPositive();
        assertThat(result.verdict().observed())
                .isLessThanOrEqualTo(
                        result.verdict().committed() + result.verdict().unknownOutcome());
        if (result.verdict().status() == Status.BEHIND) {
            // after a stop, the tool waits only a few seconds for the rest of the stream
            assertThat(result.notes())
                    .extracting(Note::code)
                    .containsAnyOf(Code.STREAM_CUT_OFF, Code.STREAM_END_NOT_SEEN);
        } else {
            assertThat(result.verdict().observed())
                    .isGreaterThanOrEqualTo(result.verdict().committed());
        }
        assertThat(result.notes()).extracting(Note::code).contains(Code.HEARTBEATS_BROKE);
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
    }

    private static void killOtherConnections(TestServer server) {
        List<List<String>> ids = server.queryRows("SELECT id FROM information_schema.processlist WHERE user = '"
                + server.endpoint().user() + "' AND id <> CONNECTION_ID()");
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (List<String> row : ids) {
                kill(statement, row.get(0));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void kill(Statement statement, String id) throws SQLException {
        try {
            statement.execute("KILL " + id);
        } catch (SQLException e) {
            if (e.getErrorCode() != ER_NO_SUCH_THREAD) { // the connection that listed the ids may also have ended
                throw e;
            }
        }
    }

    /** Disturbs the server once. Stops the run after samples with a backlog and heartbeats. */
    private static final class Disturber implements RunListener {
        final StopSignal stop = new StopSignal();
        private final Runnable disturbance;
        private boolean isDisturbed;
        private int samplesSinceDisturbance;
        boolean hasRecovered;

        Disturber(Runnable disturbance) {
            this.disturbance = disturbance;
        }

        @Override
        public void sample(SampleRow sample) {
            boolean isComplete =
                    sample.cdc().behindBytes() != null && sample.cdc().heartbeats() > 0;
            if (!isDisturbed && isComplete) {
                disturbance.run();
                isDisturbed = true;
            } else if (isDisturbed && ++samplesSinceDisturbance > 2 && isComplete) {
                hasRecovered = true;
                stop.raise();
            }
        }
    }
}
