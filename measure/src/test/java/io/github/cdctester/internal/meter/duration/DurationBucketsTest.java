// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

final class DurationBucketsTest {

    @Test
    void hasFiveBucketsPerDecade() {
        assertThat(DurationBuckets.seconds())
                .hasSize(36)
                .isSorted()
                .startsWith(new BigDecimal("0.00010"), new BigDecimal("0.00016"), new BigDecimal("0.00025"))
                .contains(new BigDecimal("1.0"), new BigDecimal("63"))
                .last()
                .satisfies(last -> assertThat(last).isEqualByComparingTo("1000"));
        assertThat(DurationBuckets.nanos())
                .hasSize(36)
                .isSorted()
                .startsWith(100_000, 160_000)
                .endsWith(1e12);
    }
}
