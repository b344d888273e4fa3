// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedResumeIT extends ResumeContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared("max_binlog_size=1048576");
    }

    @Override
    String gtidsStatement() {
        return "SELECT @@global.gtid_binlog_pos";
    }

    @Override
    String resetStatement() {
        return "RESET MASTER";
    }
}
