// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.MeasuredStream;
import io.github.cdctester.suite.server.DumpThreads;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Checks that each command leaves no dump thread. A server notices a closed connection only when it sends data, so the tester must end dump
 * threads with KILL.
 */
@Timeout(120)
abstract class DumpThreadsContract extends ServerContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private long killCountBefore;

    @BeforeAll
    void createReader() {
        server.execute(
                "CREATE USER reader IDENTIFIED BY 'pw'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO reader",
                "GRANT ALL ON " + server.endpoint().database() + ".* TO reader");
    }

    @BeforeEach
    void readKillCount() {
        killCountBefore = killCount();
    }

    @AfterEach
    void assertNoDumpThreadLeft() {
        Eventually.assertThat(TIMEOUT, () -> DumpThreads.list(server), List::isEmpty);
    }

    @Test
    void runLeavesNoDumpThread() {
        assertThat(RoundTripChecks.run(plan()).interrupted()).isFalse();
        assertKilled(1);
    }

    @Test
    void runWithSeveralStreamsLeavesNoDumpThread() {
        StreamSpec[] streams =
                StreamSpec.copies(3, reader(), StartPosition.now()).toArray(StreamSpec[]::new);
        assertThat(RoundTripChecks.run(plan().streams(streams)).interrupted()).isFalse();
        assertKilled(streams.length);
    }

    @Test
    void subscribeLeavesNoDumpThread() throws InterruptedException {
        try (MeasuredStream stream = MeasuredStream.start(reader(), SubscriberSpec.DEFAULT)) {
            stream.stop();
        }
        assertKilled(1);
    }

    @Test
    void drainLeavesNoDumpThread() {
        RoundTripChecks.drain(CdcTester.plan().endpoint(reader()));
        assertKilled(1);
    }

    /** The stream starts before the load finds that its table is missing. */
    @Test
    void failedStartLeavesNoDumpThread() {
        RunListener tableDropper = new RunListener() {
            @Override
            public void step(String step) {
                if (step.equals("connecting 1 worker")) {
                    server.execute("DROP TABLE sbtest1");
                }
            }
        };
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> plan().workload(Sysbench.oltpUpdateIndex().tableSize(10))
                        .listener(tableDropper)
                        .run())
                .withMessageContaining("sbtest1");
        assertKilled(1);
    }

    private PlanBuilder plan() {
        return CdcTester.plan()
                .endpoint(reader())
                .workload(Sysbench.oltpInsert().tableSize(10))
                .load(closedLoop(1))
                .window(new Window(Duration.ZERO, Duration.ZERO, 50, TIMEOUT))
                .prepareFirst()
                .cleanupAfter();
    }

    private Endpoint reader() {
        Endpoint endpoint = server.endpoint();
        return Endpoint.of("jdbc:mysql://" + endpoint.address() + "/" + endpoint.database(), "reader", "pw");
    }

    private void assertKilled(int dumpThreadCount) {
        assertThat(killCount() - killCountBefore).isEqualTo(dumpThreadCount);
    }

    private long killCount() {
        return Long.parseLong(
                server.queryRows("SHOW GLOBAL STATUS LIKE 'Com_kill'").get(0).get(1));
    }
}
