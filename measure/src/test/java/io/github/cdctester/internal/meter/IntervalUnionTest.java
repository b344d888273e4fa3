// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalUnionTest {

    private final IntervalUnion union = new IntervalUnion();

    @Test
    void countsEachNanosecondOnce() {
        Random random = new Random(7);
        BitSet covered = new BitSet();
        for (int i = 0; i < 500; i++) {
            int from = random.nextInt(20_000);
            int until = from + random.nextInt(60);
            union.add(from - 10_000, until - 10_000);
            covered.set(from, until);
            assertThat(union.totalNanos()).isEqualTo(covered.cardinality());
        }
    }

    @Test
    void forgetsOldestIntervals() {
        for (int i = 0; i < IntervalUnion.MAX_INTERVALS + 1; i++) {
            union.add(10L * i, 10L * i + 1);
        }
        assertThat(union.totalNanos()).isEqualTo(IntervalUnion.MAX_INTERVALS + 1);
        union.add(0, 11); // the first interval is forgotten: only 1 to 11 is new, of which 10 to 11 was counted
        assertThat(union.totalNanos()).isEqualTo(IntervalUnion.MAX_INTERVALS + 1 + 9);
    }
}
