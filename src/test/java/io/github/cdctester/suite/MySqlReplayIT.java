// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** Without GTIDs, only row images show a loss. */
@Nightly
@RequiresDocker
final class MySqlReplayIT extends ReplayContract {

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithoutGtids();
    }
}
