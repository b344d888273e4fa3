// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ThinkTimesTest {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final SplittableRandom random = new SplittableRandom(2);

    @Test
    void firstTransactionHasKeyingTimeOnly() {
        assertThat(TransactionKind.waitNanos(null, TransactionKind.NEW_ORDER, random))
                .isEqualTo(18 * NANOS_PER_SECOND);
        assertThat(TransactionKind.waitNanos(null, TransactionKind.PAYMENT, random))
                .isEqualTo(3 * NANOS_PER_SECOND);
        assertThat(TransactionKind.waitNanos(null, TransactionKind.STOCK_LEVEL, random))
                .isEqualTo(2 * NANOS_PER_SECOND);
    }

    @Test
    void thinkTimesAreExponentialUpToTenTimesMean() {
        long keyingNanos = TransactionKind.ORDER_STATUS.keyingNanos;
        long[] thinkTimes = LongStream.range(0, 300_000)
                .map(i -> TransactionKind.waitNanos(TransactionKind.NEW_ORDER, TransactionKind.ORDER_STATUS, random)
                        - keyingNanos)
                .toArray();
        assertThat(LongStream.of(thinkTimes).average().orElseThrow() / NANOS_PER_SECOND)
                .isBetween(11.9, 12.1);
        assertThat(LongStream.of(thinkTimes).min().orElseThrow()).isNotNegative();
        assertThat(LongStream.of(thinkTimes).max().orElseThrow()).isLessThanOrEqualTo(120 * NANOS_PER_SECOND);
        assertThat((double) LongStream.of(thinkTimes)
                                .filter(thinkTime -> thinkTime > 12 * NANOS_PER_SECOND)
                                .count()
                        / thinkTimes.length)
                .as("e to the power of -1")
                .isBetween(0.363, 0.373);
    }
}
