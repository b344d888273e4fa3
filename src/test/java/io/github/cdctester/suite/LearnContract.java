// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks that a workload learned from a binlog writes a similar binlog. */
@Timeout(240)
abstract class LearnContract extends ServerContract {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** With random seeds, 15,000 TPC-C transactions of two runs would sometimes differ by more than 5 %. */
    private static final String SEED = "--rand-seed=5";

    @TempDir
    static Path directory;

    /** Returns the binlog position at which the measurement starts, as {@code FILE:POSITION}. */
    final String runAndReturnStart(String... options) {
        CliCall call = CommandLines.call(server, options);
        assertThat(call.exitCode()).as(call.err()).isZero();
        JsonNode from = JSON.readTree(call.out()).path("summary").path("cdc").path("from");
        return from.path("file").asString() + ":" + from.path("position").asLong();
    }

    /** Returns the lines of {@code likeness.json}. */
    final JsonNode compareWithLearned(String name, int threads, int transactions, String... workloadOptions)
            throws IOException {
        Path file = directory.resolve(name + ".yaml");
        List<String> arguments = new ArrayList<>(List.of(workloadOptions));
        Collections.addAll(
                arguments,
                "--prepare",
                "--threads=" + threads,
                "--events=" + transactions,
                "--time=0",
                "--json",
                "--cleanup",
                SEED);
        arguments.add(0, "run");
        String from = runAndReturnStart(arguments.toArray(String[]::new));
        learn("--workload-file=" + file, "--from=" + from, "--events=" + transactions);

        String learnedRunStart = runAndReturnStart(
                "run",
                "--workload-file=" + file,
                "--rate-factor=max",
                "--prepare",
                "--cleanup",
                "--threads=" + threads,
                "--events=" + transactions,
                "--time=0",
                "--json",
                SEED);
        Path out = directory.resolve(name);
        learn("--like=" + file, "--from=" + learnedRunStart, "--events=" + transactions, "--out=" + out);
        return JSON.readTree(Files.readAllBytes(out.resolve("likeness.json"))).path("lines");
    }

    private void learn(String... options) {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(0, "learn");
        arguments.add("--quiet");
        CliCall call = CommandLines.call(server, arguments.toArray(String[]::new));
        assertThat(call.exitCode()).as(call.err()).isZero();
    }

    static void assertSimilar(JsonNode lines, int expectedExponentCount) {
        assertSimilar(lines, expectedExponentCount, 0.05);
    }

    /**
     * @param tolerance allowed relative difference of rows, events and bytes per transaction, because the mix is random
     */
    static void assertSimilar(JsonNode lines, int expectedExponentCount, double tolerance) {
        int exponentLineCount = 0;
        for (JsonNode line : lines) {
            String name = line.path("name").asString();
            double distance = Math.abs(line.path("distance").asDouble(1));
            boolean isRare = line.path("learned").asDouble(0) < 1; // too few transactions for a comparison
            if (name.endsWith("a transaction") && !isRare) {
                assertThat(distance).as("%s", line).isLessThan(tolerance);
            } else if (name.startsWith("exponent")) {
                assertThat(distance).as("%s", line).isLessThan(0.05);
                exponentLineCount++;
            }
        }
        assertThat(exponentLineCount).as("exponents in %s", lines).isEqualTo(expectedExponentCount);
    }
}
