// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.server.ControlledServer;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The test, not the library, starts and stops this server. */
@Nightly
@RequiresDocker
final class MySqlInjectIT extends InjectContract {

    private TestServer server;

    @BeforeAll
    void start() {
        server = MySqlTestServer.start();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    ControlledServer server() {
        return new ControlledServer() {
            @Override
            public Endpoint endpoint() {
                return server.endpoint();
            }

            @Override
            public void restart() {
                server.shutDown();
                server.startAgain();
            }

            @Override
            public void kill() {
                server.kill();
            }

            @Override
            public void startAgain() {
                server.startAgain();
            }
        };
    }

    @Override
    Duration maxDowntime() {
        return Duration.ofSeconds(4);
    }

    @Override
    String inServerDialect(String sql) {
        return sql.replace("CREATE OR REPLACE USER", "CREATE USER");
    }
}
