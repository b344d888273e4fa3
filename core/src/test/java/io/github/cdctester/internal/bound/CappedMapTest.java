// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CappedMapTest {

    @Test
    void sharesOneValueAmongKeysBeyondTheLimit() {
        CappedMap<String, AtomicInteger> counts = new CappedMap<>(3, "others", any -> new AtomicInteger());
        for (int key = 0; key < 1_000_000; key++) {
            counts.get("key" + key).incrementAndGet();
        }
        counts.get("key1").incrementAndGet();

        assertThat(counts.values()).containsOnlyKeys("key0", "key1", "key2", "others");
        assertThat(counts.get("key1")).hasValue(2);
        assertThat(counts.get("others")).hasValue(999_997);
    }

    @Test
    void refusesMoreThanTheBudget() {
        Budget budget = new Budget(100);

        assertThat(budget.take(60)).isTrue();
        assertThat(budget.isExceeded()).isFalse();
        assertThat(budget.take(60)).isFalse();
        assertThat(budget.take(40)).isTrue();
        assertThat(budget.isExceeded()).isTrue();
    }
}
