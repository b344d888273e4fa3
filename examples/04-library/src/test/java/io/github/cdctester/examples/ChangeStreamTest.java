// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.examples;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ofSeconds;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.WriteSummary;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each test is one run on a server that this process starts. The result is a record to assert on. */
class ChangeStreamTest {

    private static EmbeddedMariaDb server;

    @BeforeAll
    static void startServer() {
        server = EmbeddedMariaDb.start();
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void carriesAsManyTransactionsAsWereCommitted() {
        RunResult result = plan().load(closedLoop(4))
                .window(warmUp(ofSeconds(1)), measure(ofSeconds(3)))
                .run();

        assertFalse(result.interrupted(), result.interruptedBecause());
        assertNotEquals(Verdict.Status.BEHIND, result.verdict().status());
        assertEquals(result.verdict().committed(), result.verdict().observed());

        CdcSummary cdc = result.summary().cdc();
        // The log did not rotate, so the event lengths must add up to the difference of the positions.
        assertEquals(cdc.from().file(), cdc.to().file());
        assertEquals(cdc.to().position() - cdc.from().position(), cdc.bytes());
        assertEquals(0, cdc.omittedBytes());
        assertEquals(0, cdc.incompleteTransactions());
    }

    @Test
    void keepsUpWithTwoHundredTransactionsASecond() {
        RunResult result = plan().load(openLoop(4, perSecond(200)))
                .window(warmUp(ofSeconds(1)), measure(ofSeconds(3)))
                .run();

        WriteSummary write = Objects.requireNonNull(result.summary().write());
        assertTrue(
                write.transactionsPerSecond() > 190,
                () -> "wrote " + write.transactionsPerSecond() + " transactions a second");
        // A generous limit: the test only checks that the stream keeps up on any machine.
        double p99Millis = Objects.requireNonNull(result.summary().cdc().delay().p99Millis());
        assertTrue(p99Millis < 1_000, () -> "DT p99 was " + p99Millis + " ms");
    }

    private static PlanBuilder plan() {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(2).tableSize(1_000))
                .prepareFirst()
                .cleanupAfter();
    }
}
