// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

@Nightly
@RequiresDocker
final class MySqlLargeTransactionIT extends LargeTransactionContract {

    @Override
    TestServer startWithSettings(String... settings) {
        return MySqlTestServer.shared(settings);
    }

    @Override
    String statementLoggingSql(boolean isOn) {
        return "SET GLOBAL binlog_rows_query_log_events = " + (isOn ? "ON" : "OFF");
    }
}
