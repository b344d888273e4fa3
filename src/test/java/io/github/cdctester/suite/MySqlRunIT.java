// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Test;

@RequiresDocker
final class MySqlRunIT extends RunContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared("max_binlog_size=65536");
    }

    @Test
    void usesCommitTimestampsWithoutHeartbeats() {
        RunResult result = RoundTripChecks.run(plan().window(events(300)));

        assertThat(result.summary().cdc().delay().source()).isEqualTo("COMMIT_TIMESTAMP");
        assertThat(result.summary().cdc().transactions()).isEqualTo(300);
        assertThat(result.summary().cdc().heartbeats().transactions()).isZero();
        assertThat(result.summary().cdc().unknownCommitTimes()).isZero();
    }

    @Test
    void recognizesHeartbeatsAsPartialUpdates() {
        server.execute("SET GLOBAL binlog_row_value_options = 'PARTIAL_JSON'");
        try {
            RunResult result =
                    RoundTripChecks.run(plan().subscriber(SubscriberSpec.DEFAULT.delaySource(DelaySource.HEARTBEAT))
                            .window(events(300)));
            assertThat(result.summary().cdc().heartbeats().transactions()).isPositive();
            assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(300);
        } finally {
            server.execute("SET GLOBAL binlog_row_value_options = ''");
        }
    }

    @Test
    void usesTlsUnlessDisabled() {
        RunResult defaultResult = RoundTripChecks.run(plan().window(events(50)));
        RunResult resultWithoutTls =
                RoundTripChecks.run(plan().endpoint(server.endpoint().withSsl(SslMode.DISABLED, null))
                        .window(events(50)));

        assertThat(defaultResult.server().tls()).isTrue();
        assertThat(resultWithoutTls.server().tls()).isFalse();
        assertThat(resultWithoutTls.summary().cdc().transactions()).isEqualTo(50);
    }
}
