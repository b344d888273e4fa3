// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedForeignTrafficIT extends ForeignTrafficContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared("max_allowed_packet=16777216");
    }

    @Override
    DelaySource delaySource() {
        return DelaySource.EVENT_HEADER;
    }
}
