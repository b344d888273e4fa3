// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

final class EmbeddedPartialServerIT extends PartialServerContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.sharedWithEmptyLog();
    }

    @Override
    boolean supportsDumpByGtids() {
        return false;
    }
}
