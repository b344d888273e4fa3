// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Workloads that are learned from the log of MySQL. */
@Nightly
@RequiresDocker
final class MySqlLearnIT extends LearnContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Test
    void learnsTheWritesOfSysbench() throws IOException {
        assertAlike(
                likeness(
                        "writes",
                        3_000,
                        "--workload=oltp_write_only",
                        "--tables=4",
                        "--table-size=2000",
                        "--rand-type=zipfian"),
                1);
    }
}
