// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

/** {@link SubscribeAndDrainContract} on MySQL in a container. */
@Nightly
@RequiresDocker
final class MySqlSubscribeAndDrainIT extends SubscribeAndDrainContract {

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithEmptyLog("max_binlog_size=262144");
    }

    @Override
    String firstGtids(int last) {
        return server.queryRows("SELECT @@server_uuid").get(0).get(0) + ":1-" + last;
    }

    @Test
    void excludedGtidsAreNotMissing() {
        Verdict verdict = RoundTripChecks.drain(CdcTester.plan()
                        .endpoint(server.endpoint())
                        .subscriber(SubscriberSpec.DEFAULT.from(StartPosition.parse(firstGtids(10) + ":20-30:40"))))
                .verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Verdict.Status.LOSSLESS);
    }
}
