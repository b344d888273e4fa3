// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;

final class BinlogPurge {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private BinlogPurge() {}

    /** Waits until no reader uses the completed files. */
    static void purge(TestServer server) {
        server.execute("FLUSH BINARY LOGS");
        String currentFile =
                server.queryRows(server.logStatusStatement()).get(0).get(0);
        Eventually.assertThat(
                TIMEOUT,
                () -> {
                    server.execute("PURGE BINARY LOGS TO '" + currentFile + "'");
                    return server.queryRows("SHOW BINARY LOGS").size();
                },
                files -> files == 1);
    }
}
