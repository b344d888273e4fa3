// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests for each server: one is started for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract {

    TestServer server;

    /** Starts the server. */
    abstract TestServer start();

    @BeforeAll
    void startServer() {
        server = start();
    }

    @AfterAll
    void stopServer() {
        server.close();
    }

    /** Transactions of the stream that are not the tester's own. */
    static long withoutHeartbeats(RunResult result) {
        CdcSummary cdc = result.summary().cdc();
        return cdc.transactions() - cdc.heartbeats().transactions();
    }
}
