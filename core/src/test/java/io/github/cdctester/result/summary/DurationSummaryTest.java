// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DurationSummaryTest {

    private static DurationSummary of(long count) {
        return new DurationSummary(null, count, 1.0, 50.0, 95.0, 99.0, 99.9, 100.0, 0, 0);
    }

    @Test
    void percentileNeedsValuesAboveIt() {
        assertThat(of(1).carried().p50Millis()).isNull();
        assertThat(of(2).carried().p50Millis()).isEqualTo(50.0);
        assertThat(of(19).carried().p95Millis()).isNull();
        assertThat(of(20).carried().p95Millis()).isEqualTo(95.0);
        assertThat(of(99).carried().p99Millis()).isNull();
        assertThat(of(100).carried().p99Millis()).isEqualTo(99.0);
        assertThat(of(999).carried().p999Millis()).isNull();
        assertThat(of(1_000).carried()).isEqualTo(of(1_000));
        assertThat(of(5).carried().maxMillis()).isEqualTo(100.0);
        assertThat(DurationSummary.carries(100, 1)).isTrue();
    }

    @Test
    void keepsAgeOfUnreadData() {
        assertThat(of(0).carried()).isEqualTo(of(0));
    }
}
