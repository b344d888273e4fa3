// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.limit.Limit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FindMaxPlanTest {

    private static List<Double> curve(Double... requestedShares) {
        return new FindMaxPlan(
                        List.of(Limit.parseRequired("limit", "tps>1")),
                        100,
                        1_000,
                        0.05,
                        1,
                        10,
                        Duration.ZERO,
                        List.of(requestedShares))
                .curve();
    }

    @Test
    void curveIncludesRequestedShares() {
        assertThat(curve()).isEmpty();
        assertThat(curve(0.7)).containsExactly(0.3, 0.5, 0.7, 0.9);
        assertThat(curve(1.0, 0.29)).containsExactly(0.29, 0.3, 0.5, 0.7, 0.9, 1.0);
    }

    @Test
    void shareBecomesExactPercentage() {
        for (int percent = 1; percent <= 100; percent++) {
            assertThat(FindMaxPlan.percent(percent / 100.0)).isEqualTo(percent);
        }
        assertThat(FindMaxPlan.percent(0.125)).isEqualTo(12.5);
    }
}
