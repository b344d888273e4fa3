// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.workload.SharedNumbers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class UniqueIdsTest {

    private static final int DRAW_COUNT = 2_000_000;
    private static final SharedNumbers SINGLE_PROCESS = SharedNumbers.forSingleProcess(1);

    @Test
    void drawsNoIdTwice() {
        // the counter overflows between these draws
        UniqueIds ids = new UniqueIds(Integer.MAX_VALUE - DRAW_COUNT / 2, SINGLE_PROCESS);
        int[] drawnIds = new int[DRAW_COUNT];
        Arrays.setAll(drawnIds, i -> ids.next());
        Arrays.sort(drawnIds);
        long duplicateCount = 0;
        for (int i = 1; i < DRAW_COUNT; i++) {
            duplicateCount += drawnIds[i] == drawnIds[i - 1] ? 1 : 0;
        }
        assertThat(duplicateCount).isZero();
    }

    @Test
    void severalProcessesDrawSameIdsAsSingleProcess() {
        UniqueIds singleProcessIds = new UniqueIds(-5, SINGLE_PROCESS);
        UniqueIds[] idsByProcess = {
            new UniqueIds(-5, SINGLE_PROCESS.forProcess(0, 3)),
            new UniqueIds(-5, SINGLE_PROCESS.forProcess(1, 3)),
            new UniqueIds(-5, SINGLE_PROCESS.forProcess(2, 3))
        };
        for (int i = 0; i < 3_000; i++) {
            assertThat(idsByProcess[i % 3].next()).isEqualTo(singleProcessIds.next());
        }
    }

    @Test
    void drawsFromWholeRange() {
        UniqueIds ids = new UniqueIds(0, SINGLE_PROCESS);
        int[] countsBySixteenth = new int[16];
        for (int i = 0; i < 160_000; i++) {
            countsBySixteenth[ids.next() >>> 28]++;
        }
        for (int count : countsBySixteenth) {
            assertThat(count).isBetween(9_000, 11_000);
        }
    }
}
