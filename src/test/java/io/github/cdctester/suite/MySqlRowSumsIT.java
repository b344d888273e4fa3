// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** Tests MySQL without GTIDs. */
@Nightly
@RequiresDocker
final class MySqlRowSumsIT extends RowSumsContract {

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithoutGtids();
    }
}
