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
        assertThat(summary(1).carried().p50Millis()).isNull();
        assertThat(summary(2).carried().p50Millis()).isEqualTo(50.0);
        assertThat(summary(19).carried().p95Millis()).isNull();
        assertThat(summary(20).carried().p95Millis()).isEqualTo(95.0);
        assertThat(summary(99).carried().p99Millis()).isNull();
        assertThat(summary(100).carried().p99Millis()).isEqualTo(99.0);
        assertThat(summary(999).carried().p999Millis()).isNull();
        assertThat(summary(1_000).carried()).isEqualTo(summary(1_000));
        assertThat(summary(5).carried().maxMillis()).isEqualTo(100.0);
        assertThat(DurationSummary.carries(100, 1)).isTrue();
    }

    @Test
    void keepsSummaryWithoutValues() {
        assertThat(summary(0).carried()).isEqualTo(summary(0));
    }
}
