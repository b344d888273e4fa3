// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A run at the MariaDB that the machine has installed, such as Debian's 10.11; skipped with a notice where there is none. */
final class InstalledMariaDbIT {

    private static final Path BASE = Path.of("/usr");

    @Test
    void carriesWhatWasCommitted() {
        boolean isThere = Files.isExecutable(BASE.resolve("sbin/mariadbd"))
                && Files.isExecutable(BASE.resolve("bin/mariadb-install-db"));
        if (!isThere) {
            System.err.println("SKIPPED: InstalledMariaDbIT: no MariaDB is installed in " + BASE);
        }
        Assumptions.assumeTrue(isThere, "no MariaDB is installed");
        try (EmbeddedTestServer server = EmbeddedTestServer.startInstalled(BASE)) {
            RunResult result = CdcTester.plan()
                    .endpoint(server.endpoint())
                    .workload(Sysbench.oltpReadWrite().tables(2).tableSize(500))
                    .load(closedLoop(4))
                    .window(warmUp(ZERO), measure(ofSeconds(2)))
                    .prepareFirst()
                    .run();

            assertThat(result.server().version())
                    .isEqualTo(server.rows("SELECT @@version").get(0).get(0));
            assertThat(result.verdict().status()).isEqualTo(Verdict.Status.LOSSLESS);
            assertThat(result.verdict().committed()).isPositive();
        }
    }
}
