// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.server.ControlledServer;
import io.github.cdctester.server.EmbeddedMariaDb;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The library itself kills and restarts this server. */
final class EmbeddedInjectIT extends InjectContract {

    private EmbeddedMariaDb server;

    @BeforeAll
    void start() {
        server = EmbeddedMariaDb.start();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Override
    ControlledServer server() {
        return server;
    }

    @Override
    Duration maxDowntime() {
        return Duration.ofSeconds(2);
    }
}
