// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@link DividedWorkContract} on the embedded MariaDB. */
final class EmbeddedDividedWorkIT extends DividedWorkContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    /** Each node has its own tables. Only one node drops the table {@code storm_unused}, and all counts are exact. */
    @Test
    void dividesStormByTables() {
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(StormContract.storm(10, 120, 1, true))
                .load(closedLoop(3))
                .workers(nodes)
                .window(new Window(Duration.ZERO, Duration.ZERO, 120, Duration.ofSeconds(60)))
                .prepareFirst()
                .cleanupAfter());
        Verdict verdict = result.verdict();
        assertThat(verdict.status()).as(verdict.toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(verdict.method()).isEqualTo("exact");
        assertThat(verdict.committed())
                .isEqualTo(verdict.observed())
                .isEqualTo(result.summary().write().logged());
        assertThat(result.summary().write().transactions()).isEqualTo(120);
        assertThat(server.queryRows("SHOW TABLES LIKE 'storm%'")).isEmpty();
    }
}
