// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

/** Without GTIDs, only row images show a loss. */
@Nightly
@RequiresDocker
final class MySqlReplayIT extends ReplayContract {

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithoutGtids();
    }

    @Test
    void rejectsPartialUpdates() {
        server.execute("SET GLOBAL binlog_row_value_options = 'PARTIAL_JSON'");
        try {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan(endpointAt(port()), 1).run())
                    .withMessageContaining("binlog_row_value_options is PARTIAL_JSON")
                    .withMessageContaining("SET GLOBAL binlog_row_value_options = ''");
        } finally {
            server.execute("SET GLOBAL binlog_row_value_options = ''");
        }
        assertThat(server.queryRows("SHOW TABLES LIKE 'accounts'")).isEmpty();
    }
}
