// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.suite.server.ClockedServer;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.RequiresFakeTime;
import java.nio.file.Path;
import java.util.Set;

@RequiresFakeTime
final class EmbeddedSetClockIT extends SetClockContract {

    EmbeddedSetClockIT() {
        super(Set.of(DelaySource.EVENT_HEADER));
    }

    @Override
    ClockedServer start(Path directory) {
        return EmbeddedTestServer.startWithClock(directory);
    }
}
