// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConsumerCostTest {

    private static ConsumerCost cost(ConsumerCost.Second... seconds) {
        double sum =
                Stream.of(seconds).mapToDouble(ConsumerCost.Second::cpuSeconds).sum();
        return new ConsumerCost(sum, 1, 1, null, null, null, null, null, null, 0, List.of(seconds));
    }

    private static ConsumerCost.Second second(long number, double cpuSeconds) {
        return new ConsumerCost.Second(number, cpuSeconds, 1, null, null, null, null);
    }

    @Test
    void excludesSecondsAfterMeasuredPart() {
        ConsumerCost cost = cost(second(1, 1.5), second(2, 0.5), second(3, 2));
        assertThat(cost.cpuCores(2.004)).isEqualTo(1.0);
        assertThat(cost.cpuCores(60)).isEqualTo(4 / 3.0);
    }

    @Test
    void divisorIncludesSecondsWithoutReadings() {
        assertThat(cost(second(1, 1), second(4, 1)).cpuCores(3)).isEqualTo(0.5);
        assertThat(cost(second(3, 1.5)).cpuCores(1)).isEqualTo(0.5);
    }

    @Test
    void isUnknownWithoutCompleteSecond() {
        assertThat(cost().cpuCores(1)).isNull();
    }
}
