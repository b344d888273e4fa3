// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;

/** The workload like TPC-C on the embedded MariaDB. */
final class EmbeddedTpccIT extends TpccContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Override
    int warehouses() {
        return 1;
    }
}
