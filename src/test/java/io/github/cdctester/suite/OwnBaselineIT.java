// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.baseline.Baseline;
import io.github.cdctester.baseline.Baseline.BaselineCheck;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A regression against earlier nightly builds only prints a line, because other jobs share the build machine. {@code
 * -Dcdctester.updateBaselines=nightly} adds the current results.
 */
@Nightly
final class OwnBaselineIT {

    private static final Path BASELINE_FILE = Path.of("resources/baselines.json");
    private static final int REPEAT_COUNT = 3;

    @Test
    void comparesShortRunWithBaseline() {
        List<RunResult> runs = new ArrayList<>();
        for (int i = 0; i < REPEAT_COUNT; i++) {
            try (TestServer server = EmbeddedTestServer.shared()) {
                runs.add(CdcTester.plan()
                        .endpoint(server.endpoint())
                        .workload(Sysbench.oltpInsert())
                        .load(closedLoop(4))
                        .window(warmUp(ofMillis(500)), measure(ofSeconds(2)))
                        .prepareFirst()
                        .run());
            }
        }

        BaselineCheck check =
                Baseline.in(BASELINE_FILE, "oltp_insert, 4 threads").check(runs);

        System.err.println("BASELINE: " + check.message());
        assertThat(check.server()).startsWith("mariadb-");
        assertThat(check.message()).contains("'oltp_insert, 4 threads' on " + check.machine());
    }
}
