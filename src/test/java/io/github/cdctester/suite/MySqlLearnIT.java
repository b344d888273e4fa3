// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Nightly
@RequiresDocker
final class MySqlLearnIT extends LearnContract {

    @Override
    TestServer start() {
        return MySqlTestServer.shared();
    }

    @Test
    void learnsSysbenchWrites() throws IOException {
        JsonNode lines = compareWithLearned(
                "writes",
                2,
                3_000,
                "--workload=oltp_write_only",
                "--tables=4",
                "--table-size=2000",
                "--rand-type=zipfian");

        assertSimilar(lines, 1);
        assertThat(lines)
                .filteredOn(line -> line.path("name").asString().equals("connections at once"))
                .singleElement()
                .satisfies(line -> assertThat(line.path("learned").asDouble()).isEqualTo(2));
    }
}
