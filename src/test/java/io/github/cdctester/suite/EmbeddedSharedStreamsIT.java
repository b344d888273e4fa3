// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class EmbeddedSharedStreamsIT extends SharedStreamsContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    /** Each stream contains only a part of each transaction. */
    @Nightly
    @Test
    void sweepHasRowPerRate(@TempDir Path directory) throws Exception {
        Path out = directory.resolve("out");
        CliCall call = command(proxiesByRows(), "sweep", "--rate=50,100", "--time=2", "--out=" + out);
        assertThat(call.exitCode()).as(call.toString()).isZero();
        assertThat(call.out())
                .as("one note for all steps")
                .containsOnlyOnce("cdc-tester: note: TPS of a second is parts/s");
        JsonNode steps = RoundTripChecks.json(Files.readString(out.resolve("sweep.json")))
                .get("steps");
        assertThat(steps).hasSize(2);
        for (JsonNode step : steps) {
            JsonNode verdict = step.get("result").get("verdict");
            assertThat(verdict.get("status").asString()).as(verdict.toString()).isEqualTo("LOSSLESS");
            JsonNode summary = step.get("result").get("summary");
            assertThat(summary.get("cdc").get("transactionsPerSecond").asDouble())
                    .isCloseTo(summary.get("write").get("transactionsPerSecond").asDouble(), within(5.0));
        }
    }

    /** The tester cannot detect a division by tables. A stream may then contain no heartbeats. */
    @Test
    void reportsStreamWithoutHeartbeats() {
        CliCall call = command(proxies(LogPart::ofTables), "run", "--events=100", "--time=0", "--drain-timeout=1");
        assertThat(call.exitCode()).as(call.toString()).isEqualTo(3);
        assertThat(call.out().replaceAll("\\s+", " "))
                .contains("BEHIND")
                .contains("no heartbeat came in stream s")
                .contains("--streams-share must name the parts that the streams divide, rows or tables");
    }

    private CliCall command(List<FaultProxy> proxies, String... extraOptions) {
        List<String> options = new ArrayList<>(List.of(extraOptions));
        Collections.addAll(
                options,
                "--prepare",
                "--cleanup",
                "--ssl-mode=DISABLED",
                "--workload=oltp_write_only",
                "--tables=2",
                "--table-size=200",
                "--stamp=on",
                "--streams-share=rows");
        for (FaultProxy proxy : proxies) {
            options.add("--cdc-url=s" + proxies.indexOf(proxy) + "=jdbc:mysql://127.0.0.1:" + proxy.port() + "/");
        }
        return CommandLines.call(server, options.toArray(String[]::new));
    }
}
