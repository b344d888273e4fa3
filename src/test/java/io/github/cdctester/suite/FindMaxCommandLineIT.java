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

/** Interrupts the command {@code find-max} with Ctrl-C. */
@Timeout(240)
final class FindMaxCommandLineIT extends ServerContract {

    private static final int MAX_ATTEMPTS = 3;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void ctrlCShowsTrialsAndDropsTables(@TempDir Path directory) {
        boolean isDone = false;
        for (int attempt = 1; !isDone; attempt++) {
            Path out = directory.resolve("out-" + attempt);
            try (CliProcess cli = search(directory, out)) {
                cli.awaitOutput("# step 2 of at most 18").interrupt();
                assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(1);
                JsonNode search = JsonMapper.shared()
                        .readTree(out.resolve("find-max.json").toFile());
                isDone = attempt == MAX_ATTEMPTS || isInterruptedInSecondTrial(search.get("steps"));
                if (isDone) {
                    assertShowsTrials(cli, out, search);
                }
            }
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    private CliProcess search(Path directory, Path out) {
        return CommandLines.start(
                directory,
                server,
                "find-max",
                "--limit=delay.p99<60s",
                "--rate=1",
                "--time=5",
                "--warmup-time=0",
                "--settle-timeout=0",
                "--threads=2",
                "--table-size=10",
                "--prepare",
                "--cleanup",
                "--out=" + out);
    }

    /** A pause of the machine can break the first trial or delay Ctrl-C. */
    private static boolean isInterruptedInSecondTrial(JsonNode steps) {
        return steps.get(0).get("outcome").asString().equals("HELD")
                && steps.size() == 2
                && steps.get(1).get("outcome").asString().equals("RUN_FAILED");
    }

    private static void assertShowsTrials(CliProcess cli, Path out, JsonNode search) {
        assertThat(cli.errLines()).as(cli.err()).containsExactly("cdc-tester: a signal ended the command early");
        assertThat(cli.out())
                .contains("# at most 18 trials, 108 s, plus draining after each rate that is too high")
                .containsPattern("Highest rate: oltp_insert, \\d+ threads?, delay\\.p99<60s\n")
                .containsPattern("\\s\\(interrupted\\)\n")
                .containsPattern("\n1 +1 +ramp +held ")
                .containsPattern("\n2 +2 +ramp +run failed ")
                .contains("ended      interrupted");
        assertThat(search.get("interrupted").asBoolean()).isTrue();
        assertThat(search.get("answer").get("status").asString()).isEqualTo("OPEN");
        assertThat(search.get("answer").get("rate").isNull()).isTrue();
        assertThat(search.get("answer").get("bracket").get("lower").asDouble()).isEqualTo(1);
        assertThat(out.resolve("step-01/result.json")).isNotEmptyFile();
    }
}
