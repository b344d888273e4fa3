// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** A part of the protocol, before the embedded MariaDB. */
final class EmbeddedPartialServerIT extends PartialServerContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.sharedFromTheBeginning();
    }

    @Override
    boolean dumpsByGtids() {
        return false;
    }
}
