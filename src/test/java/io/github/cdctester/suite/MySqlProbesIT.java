// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;

/** MySQL stops slow statements differently and names some variables differently. */
@Nightly
@RequiresDocker
final class MySqlProbesIT extends ProbesContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }
}
