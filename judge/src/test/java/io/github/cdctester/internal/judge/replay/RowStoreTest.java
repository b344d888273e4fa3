// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowStoreTest {

    private final MemoryBudget budget = new MemoryBudget(1L << 40);
    private final RowStore store = new RowStore(budget);

    /** A store alone must stay below 16 GiB, the limit of its addresses. */
    @Test
    void budgetOfLargeHeapIsHalfOfIt() {
        MemoryBudget ofLargeHeap = MemoryBudget.ofHeap(64L << 30);
        ofLargeHeap.take(4 * (5L << 30));
        assertThat(ofLargeHeap.isExceeded()).isFalse();
        assertThat(ofLargeHeap.exceededMessage()).contains("half of this process's heap");

        long largestStore = 12L << 30;
        ofLargeHeap.checkStore(largestStore);
        assertThat(ofLargeHeap.isExceeded()).isFalse();
        assertThat(largestStore + ofLargeHeap.transactionLimit()).isLessThan(16L << 30);
        assertThat(ofLargeHeap.transactionLimitText()).isEqualTo("3221 MB, the largest possible");

        ofLargeHeap.checkStore(largestStore + 1);
        assertThat(ofLargeHeap.isExceeded()).isTrue();
        assertThat(ofLargeHeap.exceededMessage())
                .contains("one table takes more than 12885 MB, the largest possible")
                .doesNotContain("heap");
    }

    @Test
    void budgetOfSmallHeapIsHalfOfIt() {
        MemoryBudget ofSmallHeap = MemoryBudget.ofHeap(8L << 30);
        assertThat(ofSmallHeap.limitBytes()).isEqualTo(4L << 30);
        assertThat(ofSmallHeap.transactionLimitText()).isEqualTo("1074 MB, an eighth of this process's heap");
    }

    @Test
    void storeAboveLimitExceedsBudget() {
        MemoryBudget sharedBudget = new MemoryBudget(1L << 40, 4 << 20);
        RowStore first = new RowStore(sharedBudget);
        RowStore second = new RowStore(sharedBudget);
        for (int i = 0; i < 60; i++) { // each row takes a little more than 64 KiB
            first.put(key(i), new byte[RowStore.MAX_BYTES]);
            second.put(key(i), new byte[RowStore.MAX_BYTES]);
        }
        assertThat(sharedBudget.usedBytes()).isGreaterThan(4 << 20);
        assertThat(sharedBudget.isExceeded()).isFalse();
        for (int i = 60; i < 90; i++) {
            first.put(key(i), new byte[RowStore.MAX_BYTES]);
        }
        assertThat(sharedBudget.isExceeded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 300, 30_000})
    void behavesLikeMap(int keyCount) {
        Map<ByteBuffer, byte[]> expected = new HashMap<>();
        SplittableRandom random = new SplittableRandom(keyCount);
        for (int i = 0; i < 200_000; i++) {
            byte[] key = key(random.nextInt(keyCount));
            if (random.nextInt(3) == 0) {
                store.remove(key);
                expected.remove(ByteBuffer.wrap(key));
            } else {
                byte[] row = bytes(random, random.nextInt(60));
                store.put(key, row);
                expected.put(ByteBuffer.wrap(key), row);
            }
        }
        assertThat(store.rows()).isEqualTo(expected.size());
        for (int i = 0; i < keyCount; i++) {
            byte[] row = expected.get(ByteBuffer.wrap(key(i)));
            assertThat(store.get(key(i))).isEqualTo(row);
            assertThat(store.holds(key(i), row)).isTrue();
            assertThat(store.holds(key(i), new byte[61])).isFalse();
        }
        Map<ByteBuffer, byte[]> observedRows = new HashMap<>();
        store.forEach((key, row) -> observedRows.put(ByteBuffer.wrap(key), row));
        assertThat(observedRows).hasSameSizeAs(expected);
        observedRows.forEach((key, row) -> assertThat(row).isEqualTo(expected.get(key)));
    }

    /** The rows constantly change their size. */
    @Test
    void reusesMemory() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000_000; i++) {
            store.put(key(random.nextInt(1_000)), new byte[40 + random.nextInt(8)]);
        }
        assertThat(budget.usedBytes()).isLessThan(400_000);
    }

    @Test
    void storesLongestRows() {
        for (int i = 0; i < 100; i++) {
            store.put(key(i), new byte[RowStore.MAX_BYTES]);
        }
        assertThat(store.get(key(99))).hasSize(RowStore.MAX_BYTES);
        assertThat(store.get(key(0))).hasSize(RowStore.MAX_BYTES);
        store.clear();
        assertThat(store.get(key(0))).isNull();
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(4 + number % 3).putInt(number).array();
    }

    private static byte[] bytes(SplittableRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
