// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer.connector;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.ConsumerResult.Delivery;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.server.EmbeddedMariaDb;
import io.github.cdctester.server.EmbeddedMariaDb.Options;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ConnectorReportsIT {

    private static final int TIMEOUT_MILLIS = 30_000;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void correctClientIsLossless(boolean startsWithGtidSet) throws Exception {
        try (EmbeddedMariaDb server = EmbeddedMariaDb.start(Options.defaults())) {
            Endpoint endpoint = server.endpoint();
            BinaryLogClient client = new BinaryLogClient(
                    endpoint.host(),
                    endpoint.port(),
                    endpoint.user(),
                    endpoint.password().reveal());
            client.setServerId(77_001);
            if (startsWithGtidSet) {
                client.setGtidSet("");
            }
            ConsumerProbe probe = ConsumerProbe.named("connector");
            client.registerEventListener(ConnectorReports.to(probe));
            client.connect(TIMEOUT_MILLIS);
            try {
                ConsumerResult result = CdcTester.plan()
                        .endpoint(endpoint)
                        .workload(Sysbench.oltpWriteOnly().tables(2).tableSize(100))
                        .load(openLoop(2, perSecond(200)))
                        .window(warmUp(Duration.ofMillis(500)), measure(Duration.ofSeconds(2)))
                        .prepareFirst()
                        .cleanupAfter()
                        .consumer(probe)
                        .run()
                        .consumers()
                        .get(0);
                assertThat(result.identity()).isEqualTo(Identity.GTID);
                assertThat(result.delivery()).as(result.verdict().reason()).isEqualTo(Delivery.EXACTLY_ONCE);
                assertThat(result.transactions()).isPositive();
                assertThat(result.unreadable()).isZero();
                assertThat(result.stray()).isZero();
                assertThat(result.bytes()).isPositive();
            } finally {
                client.disconnect();
            }
        }
    }
}
