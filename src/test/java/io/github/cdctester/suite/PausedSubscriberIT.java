// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.process.LedgerWriters;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The subscriber falls behind, reports this, and catches up. */
@Timeout(120)
final class PausedSubscriberIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofSeconds(6);
    private static final long SEED = 20261121;

    @Test
    void fallsBehindAndCatchesUp(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (TestServer server = EmbeddedTestServer.shared()) {
            LedgerWriters.createTable(server);
            try (CliProcess cli =
                    CommandLines.start(directory, server, "subscribe", "--row-counting=exact", "--out=" + out)) {
                cli.awaitOutput("[   1s ]");
                try (LedgerWriters writers = LedgerWriters.start(server, 2, SEED)) {
                    Eventually.assertThat(TIMEOUT, cli::out, text -> linesWithTransactions(text) > 1);
                    cli.pause();
                    long countBefore = LedgerWriters.count(server).transactions();
                    // the pause is measured from the first transaction that is written after it began
                    Eventually.assertThat(
                            TIMEOUT, () -> LedgerWriters.count(server).transactions(), count -> count > countBefore);
                    long pauseStartNanos = System.nanoTime();
                    Eventually.assertThat(
                            TIMEOUT,
                            () -> LedgerWriters.count(server).transactions() - countBefore,
                            written -> written > 100 && System.nanoTime() - pauseStartNanos > PAUSE.toNanos());
                    cli.resume();
                    int lineCount = lines(cli).size();
                    Eventually.assertThat(TIMEOUT, () -> lines(cli).size(), count -> count > lineCount + 1);
                }
                int lineCount = lines(cli).size();
                Eventually.assertThat(
                        TIMEOUT,
                        () -> lines(cli),
                        printedLines -> printedLines.size() > lineCount + 1
                                && printedLines.get(printedLines.size() - 1).matches(".* TPS: 0 .*behind: 0\\.0 MB.*"));
                cli.interrupt();
                assertThat(cli.exitCode()).as(cli.err()).isZero();
            }
            LedgerWriters.Count writtenCount = LedgerWriters.count(server);
            JsonNode cdc = RoundTripChecks.json(Files.readString(out.resolve("result.json")))
                    .get("summary")
                    .get("cdc");
            assertThat(cdc.get("transactions").asLong()).isEqualTo(writtenCount.transactions());
            assertThat(cdc.get("rows").asLong()).isEqualTo(writtenCount.rows());
            assertThat(cdc.get("gaps")).as("the connection was not closed").isEmpty();
            assertThat(cdc.get("delay").get("maxMillis").asDouble())
                    .as("events were late; header times have a resolution of 1 s")
                    .isGreaterThan(PAUSE.toMillis() - 1_000.0);
        }
    }

    private static long linesWithTransactions(String text) {
        return text.lines().filter(line -> line.matches("\\[ .* TPS: [1-9].*")).count();
    }

    private static List<String> lines(CliProcess cli) {
        return cli.out().lines().filter(line -> line.startsWith("[ ")).toList();
    }
}
