// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class UniqueIdsTest {

    private static final int DRAWS = 2_000_000;
    private static final SharedNumbers ALONE = SharedNumbers.forSingleProcess(1);

    @Test
    void drawsNoIdTwice() {
        // also across the overflow of the counter
        UniqueIds ids = new UniqueIds(Integer.MAX_VALUE - DRAWS / 2, ALONE);
        int[] drawn = new int[DRAWS];
        Arrays.setAll(drawn, i -> ids.next());
        Arrays.sort(drawn);
        long repeated = 0;
        for (int i = 1; i < DRAWS; i++) {
            repeated += drawn[i] == drawn[i - 1] ? 1 : 0;
        }
        assertThat(repeated).isZero();
    }

    @Test
    void processesDrawSameIdsAsOne() {
        UniqueIds one = new UniqueIds(-5, ALONE);
        UniqueIds[] three = {
            new UniqueIds(-5, ALONE.part(0, 3)),
            new UniqueIds(-5, ALONE.part(1, 3)),
            new UniqueIds(-5, ALONE.part(2, 3))
        };
        for (int i = 0; i < 3_000; i++) {
            assertThat(three[i % 3].next()).isEqualTo(one.next());
        }
    }

    @Test
    void drawsFromWholeRange() {
        UniqueIds ids = new UniqueIds(0, ALONE);
        int[] sixteenths = new int[16];
        for (int i = 0; i < 160_000; i++) {
            sixteenths[ids.next() >>> 28]++;
        }
        for (int count : sixteenths) {
            assertThat(count).isBetween(9_000, 11_000);
        }
    }
}
