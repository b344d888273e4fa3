// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class TransactionLimitTest {

    private final LoadState state = new LoadState();

    @Test
    void isUnlimitedUntilLimitIsSet() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(state.takeTransaction()).isTrue();
        }
        state.limitTo(2);
        assertThat(state.takeTransaction()).isTrue();
        assertThat(state.takeTransaction()).isTrue();
        assertThat(state.takeTransaction()).isFalse();
        assertThat(state.takeTransaction()).isFalse();
    }

    @Test
    void allowsExactTotalForAllThreads() throws InterruptedException {
        state.limitTo(100_000);
        LongAdder takenCount = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                while (state.takeTransaction()) {
                    takenCount.increment();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(takenCount.sum()).isEqualTo(100_000);
    }
}
