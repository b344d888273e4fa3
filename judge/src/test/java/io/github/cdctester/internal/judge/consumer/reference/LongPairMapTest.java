// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LongPairMapTest {

    @Test
    void behavesLikeJdkMap() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            LongPairMap map = new LongPairMap(new LedgerMemory(1 << 20));
            Map<Long, Long> expected = new HashMap<>();
            for (int i = 0; i < 5_000; i++) {
                long key = 1 + random.nextInt(500) * (seed % 2 == 0 ? 1L : 1L << 40);
                if (random.nextBoolean()) {
                    assertThat(map.put(key, i, -i)).isTrue();
                    expected.put(key, (long) i);
                } else {
                    assertThat(map.remove(key)).isEqualTo(expected.remove(key) != null);
                }
            }
            Map<Long, Long> foundPairs = new HashMap<>();
            map.forEach((key, first, second) -> {
                assertThat(second).isEqualTo(-first);
                foundPairs.put(key, first);
            });
            assertThat(foundPairs).as("seed %d", seed).isEqualTo(expected);
            assertThat(map.size()).isEqualTo(expected.size());
            expected.forEach(
                    (key, value) -> assertThat(map.first(map.find(key))).isEqualTo(value));
        }
    }

    @Test
    void reportsFullMemory() {
        LongPairMap map = new LongPairMap(new LedgerMemory(100));
        int added = 0;
        while (map.put(added + 1, 0, 0)) {
            added++;
        }
        assertThat(added).isEqualTo(map.size()).isEqualTo(8);
    }
}
