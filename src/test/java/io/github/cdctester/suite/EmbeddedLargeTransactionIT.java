// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** Large transactions on the embedded MariaDB. */
final class EmbeddedLargeTransactionIT extends LargeTransactionContract {

    @Override
    TestServer start(String... arguments) {
        return EmbeddedTestServer.start(arguments);
    }

    @Override
    String statementsLogged(boolean on) {
        return "SET GLOBAL binlog_annotate_row_events = " + (on ? "ON" : "OFF");
    }
}
