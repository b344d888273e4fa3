// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.suite.process.CliCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs {@code examples/polardb-x/*-small.options} like the README there, but most steps are shorter. */
@Nightly
@Timeout(600)
final class PolarDbXExamplesIT {

    private static final Path EXAMPLES = Path.of("../../examples/polardb-x");

    /** GTID, XID, and three events per statement (text, table map, rows). */
    private static final int MARIADB_EVENTS_OF_INSERT = 5;

    private static final int MARIADB_EVENTS_OF_WRITE_ONLY = 14;

    @TempDir
    private Path directory;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oltpInsertSweepIsLossless() {
        for (JsonNode result : shortSweep("oltp_insert-small")) {
            assertThat(eventsPerTransaction(result)).isEqualTo(MARIADB_EVENTS_OF_INSERT);
            assertLossless(result);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void oltpWriteOnlySweepIsLossless() {
        for (JsonNode result : shortSweep("oltp_write_only-small")) {
            assertThat(eventsPerTransaction(result)).isEqualTo(MARIADB_EVENTS_OF_WRITE_ONLY);
            assertLossless(result);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void tpccSweepIsLossless() {
        for (JsonNode result : shortSweep("tpcc-small")) {
            JsonNode write = result.get("summary").get("write");
            assertThat(write.get("newOrdersPerMinute").asDouble()).isPositive();
            assertLossless(result);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void largeTransactionsHaveRequestedSize() {
        double[] requestedBytes = {20e6, 50e6, 100e6};
        List<JsonNode> results = sweep("large_transaction-small", requestedBytes.length, "--settle-timeout=0");
        for (int i = 0; i < requestedBytes.length; i++) {
            JsonNode cdc = results.get(i).get("summary").get("cdc");
            double writtenBytes = cdc.get("bytes").asDouble()
                    - cdc.get("heartbeats").get("bytes").asDouble();
            assertThat(writtenBytes / 3).isCloseTo(requestedBytes[i], within(requestedBytes[i] / 100));
            assertLossless(results.get(i));
        }
    }

    /** Each of the three steps ends after 100 transactions. */
    private List<JsonNode> shortSweep(String file) {
        List<JsonNode> results = sweep(file, 3, "--warmup-time=0", "--time=0", "--events=100", "--settle-timeout=0");
        String published = "--published=polardb-x/" + file.replace("-small", "");
        try (CliCall cli = CliCall.of("compare", directory.resolve(file).toString(), published)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out()).contains("result     Side by side, not judged");
        }
        return results;
    }

    private List<JsonNode> sweep(String file, int stepCount, String... extraOptions) {
        Path out = directory.resolve(file);
        List<String> arguments =
                new ArrayList<>(List.of("sweep", "@" + EXAMPLES.resolve(file + ".options"), "--out=" + out));
        arguments.addAll(List.of(extraOptions));
        try (CliCall cli = CliCall.of(arguments.toArray(String[]::new))) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.err()).isEmpty();
        }
        JsonNode sweep = JsonMapper.shared().readTree(out.resolve("sweep.json"));
        assertThat(sweep.get("kind").asString()).isEqualTo("sweep");
        assertThat(sweep.get("steps")).hasSize(stepCount);
        assertThat(sweep.get("table")).hasSize(stepCount);
        List<JsonNode> results = new ArrayList<>();
        for (JsonNode step : sweep.get("steps")) {
            results.add(step.get("result"));
        }
        return results;
    }

    private static void assertLossless(JsonNode result) {
        assertThat(result.get("verdict").get("status").asString()).isEqualTo("LOSSLESS");
        assertThat(result.get("summary").get("write").get("transactions").asLong())
                .isPositive();
    }

    /** Heartbeats have as many events as an update of one row. */
    private static double eventsPerTransaction(JsonNode result) {
        JsonNode cdc = result.get("summary").get("cdc");
        JsonNode heartbeats = cdc.get("heartbeats");
        double events = cdc.get("events").asDouble() - heartbeats.get("events").asDouble();
        return events
                / (cdc.get("transactions").asDouble()
                        - heartbeats.get("transactions").asDouble());
    }
}
