// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.suite.VerdictJson.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.suite.fault.FaultPlan;
import io.github.cdctester.suite.fault.FaultProxy;
import io.github.cdctester.suite.fault.Faults;
import io.github.cdctester.suite.fault.StreamFault;
import io.github.cdctester.suite.fault.StreamTransaction;
import io.github.cdctester.suite.process.CliProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The replay of row images, and the embedded MariaDB; and what is the same on each server. */
final class EmbeddedReplayIT extends ReplayContract {

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Test
    void tpccIsCleanAndATornPaymentIsNot() {
        Tpcc spec = Tpcc.warehouses(1);
        PlanBuilder plan = withoutReplay(at(port()), 4).workload(spec);
        plan.prepare();
        try {
            PlanBuilder run = CdcTester.plan()
                    .endpoint(at(port()))
                    .workload(spec)
                    .load(closedLoop(4))
                    .window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(5), 0, Duration.ofSeconds(60)))
                    .replay();
            JsonNode verdict = verdict(run);
            JsonNode replay = verdict.get("replay");
            assertThat(verdict.get("status").asString()).as(verdict.toString()).isEqualTo("LOSSLESS");
            assertThat(replay.get("violations").asLong()).as(verdict.toString()).isZero();
            assertThat(replay.get("imageEqual").asBoolean())
                    .as(verdict.toString())
                    .isTrue();
            assertThat(replay.get("tables").size()).isEqualTo(9);
            assertThat(replay.get("notCompared").size()).isZero();

            StreamFault[] faults = {
                Faults.dropRowsOf(StreamTransaction.of("history"), 20, "warehouse"), Faults.mendedPositions()
            };
            try (FaultProxy proxy = proxy().lie(FaultPlan.of(faults))) {
                JsonNode torn = verdict(run.subscriber(SubscriberSpec.DEFAULT.at(at(proxy.port())))
                        .window(new Window(Duration.ZERO, Duration.ofSeconds(3), 0, Duration.ofSeconds(60))));
                assertVerdict(torn, "LOST", 1, 0, 0);
                assertThat(torn.get("replay").get("torn").asLong()).isOne();
                assertThat(torn.get("firstOffender").asString())
                        .contains("breaks ")
                        .contains("w_id is 1");
            }
        } finally {
            plan.cleanup();
        }
    }

    @Test
    void refusesTablesThatDoNotFit(@TempDir Path directory) {
        try (CliProcess cli = command(directory, port(), "-Xmx32m", "--accounts=900000")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isOne();
            assertThat(cli.err()).contains("--replay: with table accounts the image takes more than");
        }
        assertThat(server.rows("SHOW TABLES LIKE 'accounts'")).isEmpty();
    }

    @Test
    void theCommandFailsWithCode3(@TempDir Path directory) {
        StreamFault[] faults = {Faults.dropRowsEvent(OURS, 50), Faults.mendedPositions()};
        try (FaultProxy proxy = proxy().lie(FaultPlan.of(faults));
                CliProcess cli = command(
                        directory,
                        port(),
                        "-Xmx128m",
                        "--accounts=5",
                        "--cdc-url=jdbc:mysql://127.0.0.1:" + proxy.port() + "/")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isEqualTo(3);
            assertThat(cli.out()).contains("LOST 1").contains("breaks sum(balance) is constant");
        }
        try (CliProcess cli = command(directory, port(), "-Xmx128m", "--accounts=5")) {
            assertThat(cli.exitCode()).as(cli.out() + cli.err()).isZero();
            assertThat(cli.out()).contains("the tables hold what came");
        }
    }
}
