// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What holds on each server: one of them is started for all tests of a class. */
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
}
