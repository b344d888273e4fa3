// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThinkTimesTest {

    private static final long SECOND = 1_000_000_000L;

    private final ThinkTimes times = new ThinkTimes(new SplittableRandom(2));

    @Test
    void keysBeforeTheFirstTransactionWithoutThinking() {
        assertThat(times.nanosBetween(null, TransactionKind.NEW_ORDER)).isEqualTo(18 * SECOND);
        assertThat(times.nanosBetween(null, TransactionKind.PAYMENT)).isEqualTo(3 * SECOND);
        assertThat(times.nanosBetween(null, TransactionKind.STOCK_LEVEL)).isEqualTo(2 * SECOND);
    }

    @Test
    void thinksForExponentialTimesThatAreCutAtTenTimesTheMean() {
        long keying = TransactionKind.ORDER_STATUS.keyingNanos;
        long[] thoughts = LongStream.range(0, 300_000)
                .map(i -> times.nanosBetween(TransactionKind.NEW_ORDER, TransactionKind.ORDER_STATUS) - keying)
                .toArray();
        assertThat(LongStream.of(thoughts).average().orElseThrow() / SECOND).isBetween(11.9, 12.1);
        assertThat(LongStream.of(thoughts).min().orElseThrow()).isNotNegative();
        assertThat(LongStream.of(thoughts).max().orElseThrow()).isLessThanOrEqualTo(120 * SECOND);
        assertThat((double) LongStream.of(thoughts).filter(t -> t > 12 * SECOND).count() / thoughts.length)
                .as("e to the power of -1")
                .isBetween(0.363, 0.373);
    }
}
