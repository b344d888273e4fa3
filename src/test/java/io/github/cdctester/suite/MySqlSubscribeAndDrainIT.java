// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.RequiresDocker;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link SubscribeAndDrainContract} on MySQL in a container. */
@Nightly
@RequiresDocker
final class MySqlSubscribeAndDrainIT extends SubscribeAndDrainContract {

    @Override
    TestServer start() {
        return MySqlTestServer.sharedWithEmptyLog("max_binlog_size=262144");
    }

    @Override
    String firstGtids(int last) {
        return server.queryRows("SELECT @@server_uuid").get(0).get(0) + ":1-" + last;
    }

    @Test
    void excludedGtidsAreNotMissing() {
        Verdict verdict = RoundTripChecks.drain(CdcTester.plan()
                        .endpoint(server.endpoint())
                        .subscriber(SubscriberSpec.DEFAULT.from(StartPosition.parse(firstGtids(10) + ":20-30:40"))))
                .verdict();
        assertThat(verdict.status()).as(verdict.reason()).isEqualTo(Verdict.Status.LOSSLESS);
    }

    /** With failover, the GTIDs before the start must be known. MySQL reports them only at the start of a file. */
    @Test
    void readsLogBeforeStartForLongerThanStartLimit() {
        int bytes = 3_500_000;
        StartPosition.At start = endOfLargeTransaction(bytes);
        Endpoint endpoint = server.endpoint();
        List<String> steps = new ArrayList<>();
        try (FaultProxy proxy =
                FaultProxy.to(endpoint.host(), endpoint.port()).throttle(bytes / 14)) { // 14 s, the limit is 10 s
            RunResult result = RoundTripChecks.drain(CdcTester.plan()
                    .endpoint(endpoint.withAddress(proxy.host(), proxy.port()))
                    .listener(new RunListener() {
                        @Override
                        public void step(String step) {
                            steps.add(step);
                        }
                    })
                    .subscriber(SubscriberSpec.DEFAULT.from(start).failover(List.of(endpoint))));

            assertThat(proxy.bytesToClients()).isGreaterThan(bytes);
            assertThat(steps)
                    .containsOnlyOnce("reading " + start.file() + " up to position " + start.position()
                            + ", for the GTIDs before it");
            assertThat(result.summary().cdc().from().position()).isEqualTo(start.position());
            assertThat(result.summary().cdc().to().gtidSet())
                    .isEqualTo(server.queryRows("SELECT @@global.gtid_executed")
                            .get(0)
                            .get(0));
        }
    }

    @Test
    void interruptEndsReadOfLogBeforeStart(@TempDir Path directory) {
        int bytes = 3_500_000;
        StartPosition.At start = endOfLargeTransaction(bytes);
        Endpoint endpoint = server.endpoint();
        try (FaultProxy proxy = FaultProxy.to(endpoint.host(), endpoint.port()).throttle(bytes / 120); // 2 min
                CliProcess cli = CommandLines.start(
                        directory,
                        endpoint.withAddress(proxy.host(), proxy.port()),
                        "record",
                        "--progress=plain",
                        "--from=" + start.file() + ":" + start.position(),
                        "--out=recording")) {
            Eventually.assertThat(
                    Duration.ofSeconds(60), cli::out, lines -> lines.contains("# reading " + start.file() + " up to"));
            cli.interrupt();
            assertThat(cli.exitCode()).as(cli.err()).isEqualTo(1);
            assertThat(cli.errLines()).containsExactly("cdc-tester: stopped before anything was measured");
            assertThat(proxy.bytesToClients()).isLessThan(bytes);
            assertThat(directory.resolve("recording")).doesNotExist();
        }
    }

    /** Writes a transaction of this size into a new log file, and returns its end. */
    private StartPosition.At endOfLargeTransaction(int bytes) {
        server.execute("CREATE TABLE large (pad LONGTEXT)", "FLUSH BINARY LOGS");
        String file = server.queryRows(server.logStatusStatement()).get(0).get(0);
        server.execute("INSERT INTO large VALUES (REPEAT('x', " + bytes + "))", "DROP TABLE large");
        return server.queryRows("SHOW BINLOG EVENTS IN '" + file + "'").stream()
                .filter(event -> event.get(2).equals("Xid"))
                .map(event -> new StartPosition.At(file, Long.parseLong(event.get(4))))
                .findFirst()
                .orElseThrow();
    }
}
