// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.workload.largetx.LargeTransactions;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A plan that is sent to worker nodes. */
class PlanTextTest {

    private static final Endpoint ENDPOINT = Endpoint.of("jdbc:mysql://db:3306/sbtest", "root", "geheim");

    static Stream<Plan> plans() {
        return StoredPlanTest.plans();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void isReadAsItWasWritten(Plan plan) {
        assertThat(PlanText.read(PlanText.of(plan))).isEqualTo(plan);
    }

    @Test
    void hasEveryLoadButNoPassword() {
        Plan plan = new Plan(
                ENDPOINT.withDriverProperty("trustStorePassword", "geheim"),
                List.of(
                        NamedLoad.of(
                                Sysbench.oltpInsert(),
                                LoadSpec.openLoop(
                                        7, Rate.ramp(1, 2_000.25, Duration.ofSeconds(3)), LoadSpec.Arrivals.POISSON)),
                        NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(3))
                                .named("burst")
                                .between(Duration.ofSeconds(1), Duration.ofSeconds(2)),
                        NamedLoad.background(
                                LargeTransactions.insert().trxBytes(1_000_000),
                                LoadSpec.openLoop(2, Rate.perSecond(0.5)))),
                LoadSpec.IgnoredErrors.DEFAULT,
                new Window(Duration.ofSeconds(1), Duration.ofSeconds(10), 0, Duration.ofSeconds(30)),
                SubscriberSpec.DEFAULT.at(ENDPOINT.withAddress("replica", 3307)).failover(List.of(ENDPOINT)),
                Verification.AUTO,
                false);
        String text = PlanText.of(plan);
        assertThat(text).doesNotContain("geheim").doesNotContain("\n");
        Plan read = PlanText.read(text);
        assertThat(read).isEqualTo(plan.withoutPasswords());
        assertThat(read.loads()).isEqualTo(plan.loads());
        assertThat(read.endpoint().password().reveal()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "[]", "{\"endpoint\":{}", "plan"})
    void refusesWhatIsNoPlan(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlanText.read(json))
                .withMessageStartingWith("no plan of this version: ");
    }
}
