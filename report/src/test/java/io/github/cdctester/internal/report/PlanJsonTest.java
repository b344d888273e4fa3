// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import io.github.cdctester.workload.tpcc.Tpcc;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class PlanJsonTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "geheim");

    static Stream<Plan> plans() {
        return StoredPlanTest.plans();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void readsWrittenJson(Plan plan) {
        assertThat(PlanJson.read(PlanJson.of(plan))).isEqualTo(plan);
    }

    @Test
    void containsEachLoadButNoPassword() {
        Plan plan = Plan.of(
                        ENDPOINT.withDriverProperty("trustStorePassword", "geheim"),
                        new Window(Duration.ofSeconds(1), Duration.ofSeconds(10), 0, Duration.ofSeconds(30)),
                        List.of(
                                NamedLoad.of(
                                        Sysbench.oltpInsert(),
                                        LoadSpec.openLoop(
                                                7,
                                                Rate.ramp(1, 2_000.25, Duration.ofSeconds(3)),
                                                LoadSpec.Arrivals.POISSON)),
                                NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(3))
                                        .named("burst")
                                        .between(Duration.ofSeconds(1), Duration.ofSeconds(2)),
                                NamedLoad.background(
                                        LargeTransactions.insert().trxBytes(1_000_000),
                                        LoadSpec.openLoop(2, Rate.perSecond(0.5)))))
                .subscriber(SubscriberSpec.DEFAULT
                        .at(ENDPOINT.withAddress("replica", 3307))
                        .failover(List.of(ENDPOINT)));
        String text = PlanJson.of(plan);
        assertThat(text).doesNotContain("geheim").doesNotContain("\n");
        Plan storedPlan = PlanJson.read(text);
        assertThat(storedPlan).isEqualTo(plan.withoutPasswords());
        assertThat(storedPlan.loads()).isEqualTo(plan.loads());
        assertThat(storedPlan.endpoint().password().reveal()).isEmpty();
    }

    @Test
    void readsTableSmallerThanDefaultRange() {
        Plan plan = RunResults.plan(Sysbench.oltpInsert().tableSize(10), LoadSpec.closedLoop(1));
        assertThat(PlanJson.read(PlanJson.of(plan)).loads()).isEqualTo(plan.loads());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "[]", "{\"endpoint\":{}", "plan"})
    void rejectsJsonWithoutPlan(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlanJson.read(json))
                .withMessageStartingWith("no plan of this version: ");
    }

    private record QueueSpec(int length) implements WorkloadSpec {
        @Override
        public String name() {
            return "queue";
        }

        @Override
        public DisplayedSpec displayed() {
            return new DisplayedSpec("queue", Map.of("length", length));
        }
    }

    @Test
    void storesOptionsUnderKeyOfFamily() {
        JsonNode queue = load(new QueueSpec(5));
        assertThat(queue.at("/workload").asString()).isEqualTo("queue");
        assertThat(queue.at("/queue/length").asInt()).isEqualTo(5);
        assertThat(load(Tpcc.warehouses(3)).propertyNames())
                .containsExactly(
                        "name",
                        "workload",
                        "threads",
                        "rate",
                        "ramp",
                        "profile",
                        "arrivals",
                        "start",
                        "length",
                        "transactions",
                        "background",
                        "tpcc");
        assertThat(load(Tpcc.warehouses(3)).at("/tpcc").propertyNames())
                .containsExactly("warehouses", "mix", "deck", "thinkTimes", "randSeed");
    }

    private static JsonNode load(WorkloadSpec workload) {
        String json = PlanJson.of(RunResults.plan(workload, LoadSpec.closedLoop(1)));
        return ResultJson.MAPPER.readTree(json).at("/loads/0");
    }

    @Test
    void reportsMissingKey() {
        ObjectNode json = (ObjectNode)
                ResultJson.MAPPER.readTree(PlanJson.of(RunResults.plan(Sysbench.oltpInsert(), LoadSpec.closedLoop(1))));
        json.putNull("verify");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlanJson.read(json.toString()))
                .withMessage("no plan of this version: it has no verify");
    }
}
