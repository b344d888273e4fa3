// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each transaction has a commit time. */
@Nightly
@RequiresDocker
final class MySqlBackgroundIT extends BackgroundContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Test
    void delayIncludesWaitForLargeTransaction() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(100))
                .load(LoadSpec.closedLoop(4))
                .background(LargeTransactions.insert().trxBytes(10_000_000).transactions(6), LoadSpec.closedLoop(1))
                .window(Window.warmUp(Duration.ZERO), Window.measure(Duration.ofSeconds(3)))
                .prepareFirst()
                .cleanupAfter());
        CdcSummary.LargeTransactions largeTransactions = result.summary().cdc().largeTransactions();
        assertThat(largeTransactions.transactions()).isPositive();
        assertThat(largeTransactions.delay().count()).isEqualTo(largeTransactions.transactions());
        assertThat(largeTransactions.delayAtFirstByte().maxMillis())
                .isLessThanOrEqualTo(largeTransactions.delay().maxMillis());
        assertThat(largeTransactions.othersDuring().count()).isPositive();
        assertThat(largeTransactions.othersDuring().count()
                        + largeTransactions.othersElse().count())
                .isEqualTo(result.summary().write().workloads().get(0).write().logged());
    }
}
