// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the map with a map of the JDK. */
final class LongPairMapTest {

    @Test
    void behavesLikeJdkMap() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            LongPairMap table = new LongPairMap(new LedgerMemory(1 << 20));
            Map<Long, Long> expected = new HashMap<>();
            for (int i = 0; i < 5_000; i++) {
                long key = 1 + random.nextInt(500) * (seed % 2 == 0 ? 1L : 1L << 40);
                if (random.nextBoolean()) {
                    assertThat(table.put(key, i, -i)).isTrue();
                    expected.put(key, (long) i);
                } else {
                    assertThat(table.remove(key)).isEqualTo(expected.remove(key) != null);
                }
            }
            Map<Long, Long> found = new HashMap<>();
            table.forEach((key, first, second) -> {
                assertThat(second).isEqualTo(-first);
                found.put(key, first);
            });
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
            assertThat(table.size()).isEqualTo(expected.size());
            expected.forEach(
                    (key, value) -> assertThat(table.first(table.find(key))).isEqualTo(value));
        }
    }

    @Test
    void reportsFullMemory() {
        LongPairMap table = new LongPairMap(new LedgerMemory(100));
        int put = 0;
        while (table.put(put + 1, 0, 0)) {
            put++;
        }
        assertThat(put).isEqualTo(table.size()).isEqualTo(8);
    }
}
