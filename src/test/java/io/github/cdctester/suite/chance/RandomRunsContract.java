// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.chance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.server.TestServer;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short version of {@code bench/faults}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
abstract class RandomRunsContract {

    private TestServer server;

    abstract TestServer start();

    @BeforeAll
    void startServer() {
        server = start();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    /** The seeds cover every kind of fault. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 18, 22, 25})
    void verdictIsCorrectForFixedSeeds(long seed) {
        RandomOutcome outcome = RandomRun.runWithSeed(server, seed);
        assertThat(outcome.isExpected()).as(outcome.toString()).isTrue();
    }

    @Test
    void verdictIsCorrectForRandomSeeds(TestReporter reporter) {
        for (int i = 0; i < ChanceRounds.count(1) * ChanceRounds.count(1); i++) {
            long seed = ThreadLocalRandom.current().nextLong(1L << 40);
            reporter.publishEntry("random run with seed", Long.toString(seed));
            RandomOutcome outcome = RandomRun.runWithSeed(server, seed);
            assertThat(outcome.isExpected()).as(outcome.toString()).isTrue();
        }
    }
}
