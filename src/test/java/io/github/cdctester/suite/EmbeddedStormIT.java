// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

final class EmbeddedStormIT extends StormContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    /** The server refuses the statement with SQLSTATE 0A000, and keeps the connection. */
    @Test
    void refusedSchemaChangeEndsRun() {
        String algorithm =
                server.queryRows("SELECT @@GLOBAL.alter_algorithm").get(0).get(0);
        server.execute("SET GLOBAL alter_algorithm = 'INSTANT'");
        try {
            assertThatExceptionOfType(RunFailedException.class)
                    .isThrownBy(() -> plan(storm(10, 200, 1, false), 1).run())
                    .withMessageContaining("ALGORITHM=INSTANT is not supported");
        } finally {
            server.execute("SET GLOBAL alter_algorithm = '" + algorithm + "'");
        }
    }
}
