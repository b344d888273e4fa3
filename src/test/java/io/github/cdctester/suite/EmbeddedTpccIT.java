// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.suite.VerdictJson.assertVerdict;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.fault.FaultPlan;
import io.github.cdctester.fault.FaultProxy;
import io.github.cdctester.fault.StreamFaults;
import io.github.cdctester.fault.StreamTransaction;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.ConsistentWorkload;
import io.github.cdctester.workload.ConsistentWorkload.Condition;
import io.github.cdctester.workload.Preparation;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

final class EmbeddedTpccIT extends TpccContract {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @Override
    int warehouses() {
        return 1;
    }

    @ParameterizedTest(name = "condition {0}")
    @Order(2)
    @MethodSource("io.github.cdctester.suite.BrokenRow#all")
    void brokenRowFailsItsConditions(BrokenRow row) throws Exception {
        server.execute(row.violation());
        List<Condition> conditions;
        try {
            conditions = conditions();
        } finally {
            server.execute(row.reversal());
        }
        Set<String> failedConditions = conditions.stream()
                .filter(condition -> !condition.holds())
                .map(Condition::name)
                .collect(Collectors.toSet());
        assertThat(failedConditions).isEqualTo(row.conditions());
        assertThat(conditions)
                .filteredOn(condition -> !condition.holds())
                .allSatisfy(condition -> assertThat(condition.offender())
                        .hasValueSatisfying(text -> assertThat(text).startsWith("warehouse 1, ")));
        assertThat(conditions)
                .filteredOn(condition -> !condition.holds())
                .anySatisfy(condition ->
                        assertThat(condition.offender().orElseThrow()).startsWith(row.messagePrefix()));
    }

    /** The transactions are long, on nine tables with multi-column keys. */
    @Test
    @Nightly
    @Order(4)
    void replayDetectsTornPayment() {
        PlanBuilder replayPlan = plan().window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(2), 0, TIMEOUT))
                .replay();
        JsonNode verdict = ReplayRuns.runAndGetVerdict(replayPlan);
        JsonNode replay = verdict.get("replay");
        assertThat(verdict.get("status").asString()).as(verdict.toString()).isEqualTo("LOSSLESS");
        assertThat(replay.get("violations").asLong()).as(verdict.toString()).isZero();
        assertThat(replay.get("imageEqual").asBoolean()).as(verdict.toString()).isTrue();
        assertThat(replay.get("tables").size()).isEqualTo(9);
        assertThat(replay.get("notCompared").size()).isZero();

        FaultPlan tornPayment = FaultPlan.of(
                StreamFaults.dropLastRowsOf(StreamTransaction.changing("history"), 20, "warehouse"),
                StreamFaults.repairedPositions());
        Endpoint directEndpoint = server.endpoint().withSsl(SslMode.DISABLED, null);
        try (FaultProxy proxy =
                FaultProxy.to(directEndpoint.host(), directEndpoint.port()).faults(tornPayment)) {
            verdict = ReplayRuns.runAndGetVerdict(replayPlan
                    .endpoint(directEndpoint)
                    .subscriber(SubscriberSpec.DEFAULT.at(directEndpoint.withAddress(proxy.host(), proxy.port())))
                    .window(new Window(Duration.ZERO, Duration.ZERO, 300, TIMEOUT)));
            assertVerdict(verdict, "LOST", 1, 0, 0);
            assertThat(verdict.get("replay").get("torn").asLong()).isOne();
            assertThat(verdict.get("firstOffender").asString())
                    .contains("breaks ")
                    .contains("w_id is 1");
        }
    }

    private List<Condition> conditions() throws SQLException, InterruptedException {
        Preparation preparation = new Preparation(server::connect, 2, new StopSignal(), Preparation.Progress.SILENT);
        return ((ConsistentWorkload) Workloads.workloadOf(workload()))
                .conditions(preparation, Condition.Moment.AFTER_LOAD);
    }
}
