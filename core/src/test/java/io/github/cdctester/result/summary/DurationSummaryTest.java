// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationSummaryTest {

    private static DurationSummary summary(long count) {
        return new DurationSummary(null, count, 1.0, 50.0, 95.0, 99.0, 99.9, 100.0, 0, 0);
    }

    @Test
    void percentileNeedsValuesAboveIt() {
        assertThat(summary(1).withoutUnreliablePercentiles().p50Millis()).isNull();
        assertThat(summary(2).withoutUnreliablePercentiles().p50Millis()).isEqualTo(50.0);
        assertThat(summary(19).withoutUnreliablePercentiles().p95Millis()).isNull();
        assertThat(summary(20).withoutUnreliablePercentiles().p95Millis()).isEqualTo(95.0);
        assertThat(summary(99).withoutUnreliablePercentiles().p99Millis()).isNull();
        assertThat(summary(100).withoutUnreliablePercentiles().p99Millis()).isEqualTo(99.0);
        assertThat(summary(999).withoutUnreliablePercentiles().p999Millis()).isNull();
        assertThat(summary(1_000).withoutUnreliablePercentiles()).isEqualTo(summary(1_000));
        assertThat(summary(5).withoutUnreliablePercentiles().maxMillis()).isEqualTo(100.0);
        assertThat(DurationSummary.isMeaningful(100, 1)).isTrue();
    }

    @Test
    void keepsSummaryWithoutValues() {
        assertThat(summary(0).withoutUnreliablePercentiles()).isEqualTo(summary(0));
    }
}
