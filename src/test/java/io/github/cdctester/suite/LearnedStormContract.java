// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code run} accepts each file that {@code learn} writes for a storm, and the transactions succeed. */
@Timeout(300)
abstract class LearnedStormContract extends ServerContract {

    @TempDir
    Path directory;

    private CliCall call(String... options) {
        CliCall call = CommandLines.call(server, options);
        assertThat(call.exitCode()).as(call.err()).isZero();
        return call;
    }

    private void learnAndRun(long seed, int stepCount) {
        CliCall storm = call(
                "run",
                "--workload=storm",
                "--tables=10",
                "--storm-steps=" + stepCount,
                "--storm-blob=1100000",
                "--rand-seed=" + seed,
                "--threads=1",
                "--time=0",
                "--prepare",
                "--json");
        JsonNode from = JsonMapper.shared()
                .readTree(storm.out())
                .path("summary")
                .path("cdc")
                .path("from");
        String start =
                from.path("file").asString() + ":" + from.path("position").asLong();
        Path fileWithTables = directory.resolve("present.yaml");
        Path fileWithoutTables = directory.resolve("gone.yaml");
        call("learn", "--from=" + start, "--workload-file=" + fileWithTables);
        call("cleanup", "--workload=storm", "--tables=10");
        call("learn", "--from=" + start, "--workload-file=" + fileWithoutTables);
        for (Path file : List.of(fileWithTables, fileWithoutTables)) {
            CliCall run = CommandLines.call(
                    server,
                    "run",
                    "--workload-file=" + file,
                    "--rate-factor=max",
                    "--prepare",
                    "--cleanup",
                    "--threads=1",
                    "--events=150",
                    "--time=0");
            assertThat(run.exitCode())
                    .as("seed %s, %s: %s", seed, file, run.err())
                    .isZero();
            assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        }
    }

    /** Not nightly, because it is fast. */
    @Test
    void runsLearnedStorm() {
        learnAndRun(1, 150);
    }

    @Nightly
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, 5, 6})
    void runsLearnedLongStorm(long seed) {
        learnAndRun(seed, 500);
    }
}
