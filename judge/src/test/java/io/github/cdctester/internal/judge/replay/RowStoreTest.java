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

    @Test
    void budgetIsBelowAddressableBytes() {
        assertThat(MemoryBudget.ofHeap(8L << 30).limit()).isEqualTo(4L << 30);
        MemoryBudget ofLargeHeap = MemoryBudget.ofHeap(64L << 30);
        long largestTransaction = ofLargeHeap.limit() / 4;
        assertThat(ofLargeHeap.limit() + largestTransaction).isLessThan(16L << 30);
        assertThat(ofLargeHeap.exceededMessage())
                .contains("the largest possible")
                .doesNotContain("heap");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 300, 30_000})
    void behavesLikeMap(int keys) {
        Map<ByteBuffer, byte[]> expected = new HashMap<>();
        SplittableRandom random = new SplittableRandom(keys);
        for (int i = 0; i < 200_000; i++) {
            byte[] key = key(random.nextInt(keys));
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
        for (int i = 0; i < keys; i++) {
            byte[] row = expected.get(ByteBuffer.wrap(key(i)));
            assertThat(store.get(key(i))).isEqualTo(row);
            assertThat(store.holds(key(i), row)).isTrue();
            assertThat(store.holds(key(i), new byte[61])).isFalse();
        }
        Map<ByteBuffer, byte[]> observed = new HashMap<>();
        store.forEach((key, row) -> observed.put(ByteBuffer.wrap(key), row));
        assertThat(observed).hasSameSizeAs(expected);
        observed.forEach((key, row) -> assertThat(row).isEqualTo(expected.get(key)));
    }

    /** Rows that constantly change their size reuse the memory of freed blocks. */
    @Test
    void reusesMemory() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_000_000; i++) {
            store.put(key(random.nextInt(1_000)), new byte[40 + random.nextInt(8)]);
        }
        assertThat(budget.used()).isLessThan(400_000);
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
