// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static io.github.cdctester.suite.VerdictJson.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.RandomFaults;
import io.github.cdctester.fault.StreamFault;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class EmbeddedFaultyStreamIT extends FaultyStreamContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void countsLateTransactionAsLost() {
        JsonNode verdict =
                verdict(1, FaultPlan.of(StreamFaults.postpone(WORKLOAD_TRANSACTIONS, TRANSACTIONS - 5, 100)));
        assertVerdict(verdict, "LOST", 1, 0, 0);
    }

    @Test
    void countsEachLostTransaction() {
        StreamFault[] faults = new StreamFault[40];
        java.util.Arrays.setAll(faults, i -> StreamFaults.drop(WORKLOAD_TRANSACTIONS, 100));
        JsonNode verdict = verdict(4, FaultPlan.of(faults));
        assertVerdict(verdict, "LOST", 40, 0, 0);
        assertThat(verdict.get("lost")).hasSize(40).doesNotHaveDuplicates().startsWith(verdict.get("firstOffender"));
    }

    @Test
    void lossAndRepetitionDoNotCancelOut() {
        JsonNode verdict = verdict(
                1,
                FaultPlan.of(
                        StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 60)));
        assertVerdict(verdict, "LOST", 1, 1, 0);
    }

    @Test
    void countsMethodDetectsFaultsByPositions() {
        assertVerdict(
                verdictByCounts(
                        StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repeat(WORKLOAD_TRANSACTIONS, 60)),
                "LOST",
                1,
                1,
                0);
        assertVerdict(verdictByCounts(StreamFaults.swap(WORKLOAD_TRANSACTIONS, 50)), "REORDERED", 0, 0, 1);
        assertVerdict(verdictByCounts(StreamFaults.dropFirstRowsEvent(WORKLOAD_TRANSACTIONS, 50)), "LOST", 1, 0, 0);
    }

    /** With positions of another binlog, only counts are compared. */
    @Test
    void countsMethodDoesNotClaimOrder() {
        for (JsonNode verdict : List.of(
                verdictByCounts(),
                verdictByCounts(StreamFaults.swap(WORKLOAD_TRANSACTIONS, 50), StreamFaults.repairedPositions()))) {
            assertVerdict(verdict, "NOT_CHECKED", 0, 0, 0);
            assertThat(verdict.get("reason").asString()).contains("which ones came, in which order, is not known");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void countsRandomFaults(long seed) {
        RandomFaults randomFaults = StreamFaults.random(seed, WORKLOAD_TRANSACTIONS, 0.05);
        JsonNode verdict = verdict(1, FaultPlan.of(randomFaults));
        assertThat(randomFaults.dropped()).isPositive();
        assertVerdict(verdict, "LOST", randomFaults.dropped(), randomFaults.repeated(), randomFaults.swapped());
    }

    @Test
    void transactionsOfOtherClientsDoNotHideLoss() {
        server.execute("CREATE TABLE somebody_elses (id INT PRIMARY KEY AUTO_INCREMENT)");
        RunListener otherClient = new RunListener() {
            @Override
            public void sample(SampleRow sample) {
                server.execute("INSERT INTO somebody_elses VALUES (NULL)");
            }
        };
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)))) {
            assertVerdict(verdict(plan(1, proxy).listener(otherClient)), "LOST", 1, 0, 0);
        } finally {
            server.execute("DROP TABLE somebody_elses");
        }
    }

    @Test
    void isBehindIfStreamStops() {
        try (FaultProxy proxy = proxy()) {
            RunListener staller = new RunListener() {
                @Override
                public void sample(SampleRow sample) {
                    proxy.stallDumps(true);
                }
            };
            JsonNode verdict = verdict(plan(1, proxy)
                    .load(openLoop(1, perSecond(200)))
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(3), 0, Duration.ofSeconds(2)))
                    .listener(staller));
            assertThat(verdict.get("status").asString()).as(verdict.toString()).isEqualTo("BEHIND");
            assertThat(verdict.get("missing").isNull())
                    .as("transactions that have not arrived are not lost")
                    .isTrue();
        }
    }

    @Test
    void isLostIfHeartbeatIsDropped() {
        Predicate<StreamTransaction> heartbeats =
                StreamTransaction.changingTables(name -> name.startsWith("cdc_tester_heartbeat_"));
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.drop(heartbeats, 15)))) {
            JsonNode verdict = verdict(CdcTester.plan()
                    .endpoint(endpointAt(server.endpoint().port()))
                    .workload(Sysbench.oltpInsert().tableSize(10))
                    .load(openLoop(1, perSecond(200)))
                    .window(new Window(Duration.ZERO, Duration.ofSeconds(3), 0, Duration.ofSeconds(30)))
                    .subscriber(SubscriberSpec.DEFAULT
                            .at(endpointAt(proxy.port()))
                            .delaySource(DelaySource.HEARTBEAT)
                            .heartbeatInterval(Duration.ofMillis(50)))
                    .prepareFirst()
                    .cleanupAfter());
            assertVerdict(verdict, "LOST", 1, 0, 0);
            assertThat(verdict.get("firstOffender").asString()).contains("heartbeat");
        }
    }

    @Test
    void commandExitsWithCode3AfterLoss(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)));
                CliProcess cli = startRun(directory, proxy, "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out()).contains("LOST 1");
            assertThat(RoundTripChecks.json(Files.readString(out.resolve("result.json")))
                            .get("verdict")
                            .get("status")
                            .asString())
                    .isEqualTo("LOST");
        }
    }

    @Test
    void lossIsUnknownIfVerificationIsOff(@TempDir Path directory) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)));
                CliProcess cli = startRun(directory, proxy, "--verify=off", "--json")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            JsonNode verdict = RoundTripChecks.json(cli.out()).get("verdict");
            assertThat(verdict.get("status").asString()).isEqualTo("NOT_CHECKED");
            assertThat(verdict.get("missing").isNull()).isTrue();
        }
    }

    @Test
    void countsMethodDetectsLoss(@TempDir Path directory) {
        try (FaultProxy proxy = proxy().faults(FaultPlan.of(StreamFaults.drop(WORKLOAD_TRANSACTIONS, 50)));
                CliProcess cli = startRun(directory, proxy, "--verify=counts", "--json")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            JsonNode verdict = RoundTripChecks.json(cli.out()).get("verdict");
            assertVerdict(verdict, "LOST", 1, 0, 0);
            assertThat(verdict.get("method").asString()).isEqualTo("counts");
        }
    }
}
