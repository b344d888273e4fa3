// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.fault.EndlessGtids;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresDocker
@Nightly
final class MySqlHostileGtidsIT extends HostileGtidsContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void limitsSources(@TempDir Path directory) {
        assertRefused(EndlessGtids.sources(), "more than 16384 sources", directory);
    }

    @ParameterizedTest
    @Execution(ExecutionMode.CONCURRENT)
    @ValueSource(ints = {1, 250})
    void limitsGaps(int sourceCount, @TempDir Path directory) {
        assertRefused(EndlessGtids.gaps(sourceCount), "more than 524288 gaps", directory);
    }
}
