// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.workload.tpcc.Tpcc;
import io.github.cdctester.workload.transfer.Transfers;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How workloads stand in the plan of result.json. */
class PlanViewTest {

    /** One that no class of the product knows. */
    private record QueueSpec(int length) implements WorkloadSpec {
        @Override
        public String name() {
            return "queue";
        }

        @Override
        public Shown shown() {
            return new Shown("queue", Map.of("length", length));
        }
    }

    @Test
    void showsAnAddedWorkloadUnderItsOwnName() {
        JsonNode plan = json(new QueueSpec(5));
        assertThat(plan.at("/workload").asString()).isEqualTo("queue");
        assertThat(plan.at("/queue/length").asInt()).isEqualTo(5);
        assertThat(plan.at("/sysbench").isNull()).isTrue();
    }

    @Test
    void keepsThePlacesOfTheWorkloadsOfTheFirstVersion() {
        assertThat(json(Tpcc.warehouses(3)).propertyNames())
                .containsSequence("workload", "sysbench", "largeTransaction", "tpcc", "own", "threads");
        assertThat(json(Transfers.between(3)).propertyNames())
                .containsSequence("workload", "sysbench", "largeTransaction", "tpcc", "transfer", "own", "threads");
        assertThat(json(Tpcc.warehouses(3)).at("/tpcc").propertyNames())
                .containsExactly("warehouses", "mix", "deck", "thinkTimes", "randSeed");
    }

    private static JsonNode json(WorkloadSpec workload) {
        return ResultJson.MAPPER.valueToTree(new Plan(
                Endpoint.of("jdbc:mysql://127.0.0.1:1/db", "u", "p"),
                Optional.of(workload),
                LoadSpec.closedLoop(1),
                LoadSpec.IgnoredErrors.DEFAULT,
                Window.DEFAULT,
                SubscriberSpec.DEFAULT,
                Verification.AUTO));
    }
}
