// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
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
        assertThat(Files.readString(directory.resolve("writes.yaml")))
                .as("of each transaction, also of several that came together")
                .contains("transactions: 1500\n", "inserted: 1\n", "updated: 2\n", "deleted: 1\n");
    }
}
