// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** All tests of a class share one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract {

    TestServer server;

    abstract TestServer start();

    @BeforeAll
    void startServer() {
        server = start();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    /** The server releases the statements of closed connections with a delay. */
    void awaitNoPreparedStatements() {
        Eventually.assertThat(
                Duration.ofSeconds(60),
                () -> server.queryRows("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")
                        .get(0)
                        .get(1),
                "0"::equals);
    }

    static long transactionsWithoutHeartbeats(RunResult result) {
        CdcSummary cdc = result.summary().cdc();
        return cdc.transactions() - cdc.heartbeats().transactions();
    }
}
