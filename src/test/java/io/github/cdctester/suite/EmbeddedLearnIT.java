// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Workloads that are learned from the log of the embedded MariaDB. */
final class EmbeddedLearnIT extends LearnContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void learnsTheWritesOfSysbench() throws IOException {
        assertAlike(
                likeness(
                        "writes",
                        1_500,
                        "--workload=oltp_write_only",
                        "--tables=2",
                        "--table-size=500",
                        "--rand-type=zipfian",
                        "--rand-zipfian-exp=0.9"),
                1);
    }
}
