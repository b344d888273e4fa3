// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.experiment.probe.Probes;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

final class EmbeddedProbesIT extends ProbesContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.start();
    }

    @Test
    void goesOnAfterARestart() throws Exception {
        try (Probes probes = open(sql("uptime", "SELECT 1 + 1", null))) {
            probes.start();
            await(probes, "uptime", value -> value == 2);
            server.shutDown();
            Eventually.assertThat(PATIENCE, () -> gapsOf("uptime"), gaps -> gaps > 0);
            server.startAgain();
            long before = readingsOf("uptime");
            Eventually.assertThat(PATIENCE, () -> readingsOf("uptime"), now -> now > before + 1);
            await(probes, "uptime", value -> value == 2);
            assertThat(gapsOf("uptime")).isPositive();
            server.kill(); // and now it ends while the server is away
        }
        server.startAgain();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("cdc-probe-"));
    }
}
