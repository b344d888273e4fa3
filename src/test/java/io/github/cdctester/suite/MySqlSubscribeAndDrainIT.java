// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.util.List;
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

    /** With failover, the GTIDs before the start must be known. MySQL reports them only at the start of a file. */
    @Test
    void readsLogBeforeStartForLongerThanStartLimit() {
        int bytes = 3_500_000;
        server.execute("CREATE TABLE large (pad LONGTEXT)", "FLUSH BINARY LOGS");
        String file = server.queryRows(server.logStatusStatement()).get(0).get(0);
        server.execute("INSERT INTO large VALUES (REPEAT('x', " + bytes + "))", "DROP TABLE large");
        long start = server.queryRows("SHOW BINLOG EVENTS IN '" + file + "'").stream()
                .filter(event -> event.get(2).equals("Xid"))
                .mapToLong(event -> Long.parseLong(event.get(4)))
                .findFirst()
                .orElseThrow();
        Endpoint endpoint = server.endpoint();
        try (FaultProxy proxy =
                FaultProxy.to(endpoint.host(), endpoint.port()).throttle(bytes / 14)) { // 14 s, the limit is 10 s
            RunResult result = RoundTripChecks.drain(CdcTester.plan()
                    .endpoint(endpoint.withAddress(proxy.host(), proxy.port()))
                    .subscriber(SubscriberSpec.DEFAULT
                            .from(StartPosition.parse(file + ":" + start))
                            .failover(List.of(endpoint))));

            assertThat(proxy.bytesToClients()).isGreaterThan(bytes);
            assertThat(result.summary().cdc().from().position()).isEqualTo(start);
            assertThat(result.summary().cdc().to().gtidSet())
                    .isEqualTo(server.queryRows("SELECT @@global.gtid_executed")
                            .get(0)
                            .get(0));
        }
    }
}
