// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The search for the highest rate as a user starts it, and ends it. */
@Timeout(120)
final class FindMaxCommandLineIT extends ServerContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void ctrlCShowsWhatWasTriedAndLeavesNothing(@TempDir Path directory) {
        Path out = directory.resolve("out");
        try (CliProcess cli = CommandLines.against(
                directory,
                server,
                "find-max",
                "--limit=delay.p99<60s",
                "--rate=50",
                "--time=5",
                "--warmup-time=0",
                "--settle-timeout=0",
                "--threads=2",
                "--table-size=10",
                "--prepare",
                "--cleanup",
                "--out=" + out)) {
            cli.awaitOutput("# step 2 of at most 15").interrupt();

            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).as(cli.err()).isEmpty();
            assertThat(cli.out())
                    .contains("the highest rate that holds delay.p99<60s (interrupted)")
                    .containsPattern("\n +1 +50 +ramp +held ")
                    .containsPattern("\n +2 +100 +ramp +run failed ")
                    .contains("ended      interrupted");
        }
        JsonNode search =
                JsonMapper.shared().readTree(out.resolve("find-max.json").toFile());
        assertThat(search.get("interrupted").asBoolean()).isTrue();
        assertThat(search.get("answer").get("status").asString()).isEqualTo("OPEN");
        assertThat(search.get("answer").get("rate").asDouble()).isEqualTo(50);
        assertThat(out.resolve("step-01/result.json")).isNotEmptyFile();
        assertThat(server.rows("SHOW TABLES")).isEmpty();
    }
}
