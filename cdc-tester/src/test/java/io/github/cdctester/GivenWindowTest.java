// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester;

import static io.github.cdctester.config.Window.measure;
import static io.github.cdctester.config.Window.warmUp;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Window;
import io.github.cdctester.workload.largetx.LargeTransactions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A given time limit is kept, also if it equals the default. */
final class GivenWindowTest {

    private final PlanBuilder plan = CdcTester.plan().endpoint(Endpoint.of("jdbc:mariadb://db/sbtest", "root", ""));

    @Test
    void runOfCountedTransactionsKeepsGivenTime() {
        plan.workload(LargeTransactions.insert().transactions(5));
        assertThat(plan.build().window().measure()).isEqualTo(Duration.ZERO);

        plan.window(warmUp(Duration.ZERO), measure(Defaults.MEASURE));
        assertThat(plan.build().window().measure()).isEqualTo(Defaults.MEASURE);
    }

    @Test
    void drainKeepsGivenTime() {
        assertThat(plan.draft.drainPlan().window()).isEqualTo(Window.UNLIMITED);

        plan.window(warmUp(Duration.ZERO), measure(Defaults.MEASURE));
        assertThat(plan.draft.drainPlan().window().measure()).isEqualTo(Defaults.MEASURE);
    }
}
