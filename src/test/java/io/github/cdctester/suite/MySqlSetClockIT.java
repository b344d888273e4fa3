// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.suite.server.ClockedServer;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.RequiresFakeTime;
import java.nio.file.Path;
import java.util.Set;

@Nightly
@RequiresFakeTime
@RequiresDocker
final class MySqlSetClockIT extends SetClockContract {

    MySqlSetClockIT() {
        super(Set.of(DelaySource.COMMIT_TIMESTAMP, DelaySource.EVENT_HEADER));
    }

    @Override
    ClockedServer start(Path directory) {
        return MySqlTestServer.startWithClock("--gtid-mode=ON", "--enforce-gtid-consistency=ON");
    }
}
