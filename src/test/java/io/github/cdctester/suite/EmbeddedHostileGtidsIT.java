// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.fault.EndlessGtids;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EmbeddedHostileGtidsIT extends HostileGtidsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void limitsDomains(@TempDir Path directory) {
        assertRefused(EndlessGtids.sources(), "more than 65536 domains", directory);
    }

    /** The set of GTIDs stores only the last number of each MariaDB domain. */
    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ValueSource(ints = 250)
    void limitsGaps(int domains, @TempDir Path directory) {
        assertContinues(EndlessGtids.gaps(domains), directory);
    }
}
