// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NumberSetTest {

    @Test
    void behavesLikeSet() {
        Random random = new Random(7);
        for (long range : new long[] {100, 100_000, 10_000_000_000L}) {
            LedgerMemory memory = new LedgerMemory(1L << 25);
            NumberSet set = new NumberSet(memory);
            TreeSet<Long> expected = new TreeSet<>();
            for (int i = 0; i < 40_000; i++) {
                long number = 1 + random.nextLong(range);
                if (random.nextInt(3) < 2 == i < 20_000) {
                    assertThat(set.add(number)).isTrue();
                    expected.add(number);
                } else {
                    long lowest = expected.isEmpty() ? number : expected.first();
                    assertThat(set.remove(number)).isEqualTo(expected.remove(number));
                    assertThat(set.remove(lowest)).isEqualTo(expected.remove(lowest));
                }
            }
            assertThat(set.size()).isEqualTo(expected.size());
            assertThat(set.lowest(100).boxed())
                    .containsExactlyElementsOf(expected.stream().limit(100).toList());
            expected.forEach(number -> assertThat(set.remove(number)).isTrue());
            assertThat(set.size()).isZero();
            assertThat(set.lowest(1).boxed()).isEmpty();
            assertThat(memory.take(1L << 25)).as("all is given back").isTrue();
        }
    }

    @Test
    void clearReleasesMemory() {
        LedgerMemory memory = new LedgerMemory(100L * NumberSet.BLOCK_BYTES);
        NumberSet set = new NumberSet(memory);
        for (int round = 0; round < 3; round++) {
            for (long blockIndex = 0; blockIndex < 100; blockIndex++) {
                assertThat(set.add(1 + blockIndex * NumberSet.BLOCK_BITS)).isTrue();
            }
            assertThat(set.add(101L * NumberSet.BLOCK_BITS)).isFalse();
            assertThat(set.size()).isEqualTo(100);
            set.clear();
        }
        assertThat(set.size()).isZero();
    }

    @Test
    void reportsFullMemory() {
        NumberSet set = new NumberSet(new LedgerMemory(2 * NumberSet.BLOCK_BYTES));
        assertThat(set.add(1)).isTrue();
        assertThat(set.add(NumberSet.BLOCK_BITS)).isTrue();
        assertThat(set.add(2)).isTrue();
        assertThat(set.add(2L * NumberSet.BLOCK_BITS)).isFalse();
        assertThat(set.remove(1)).isTrue();
        assertThat(set.remove(2)).isTrue();
        assertThat(set.add(2L * NumberSet.BLOCK_BITS)).isTrue();
    }
}
