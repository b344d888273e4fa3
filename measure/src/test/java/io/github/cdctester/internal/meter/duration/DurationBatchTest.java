// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DurationBatchTest {

    private static final int COUNT_ABOVE_CAPACITY = 1_000;

    private final DurationBatch batch = new DurationBatch();

    @Test
    void publishesFlushedValues() {
        batch.record(-3);
        batch.record(5);
        assertThat(batch.take().count()).isZero();
        batch.flush();
        Distribution first = batch.take();
        assertThat(first.count()).isEqualTo(2);
        assertThat(first.negatives()).isEqualTo(1);
        assertThat(first.lowestNegativeMicros()).isEqualTo(-3);
    }

    @Test
    void returnsValuesSinceLastCall() {
        batch.record(-3);
        batch.flush();
        batch.take();
        batch.record(7);
        batch.flush();
        Distribution second = batch.take();
        assertThat(second.count()).isEqualTo(1);
        assertThat(second.negatives()).isZero();
        assertThat(second.lowestNegativeMicros()).isZero();
        assertThat(batch.take().count()).isZero();
    }

    @Test
    void acceptsMoreValuesThanCapacity() {
        for (int i = 0; i < COUNT_ABOVE_CAPACITY; i++) {
            batch.record(i);
        }
        batch.flush();
        assertThat(batch.take().count()).isEqualTo(COUNT_ABOVE_CAPACITY);
    }

    @Test
    void repeatedValuesGiveSameResultAsOneByOne() {
        SplittableRandom random = new SplittableRandom(1);
        DurationBatch oneByOne = new DurationBatch();
        for (int i = 0; i < 20_000; i++) {
            long centre = 1L << random.nextInt(52);
            long micros = random.nextInt(20) == 0 ? -centre : centre + random.nextInt(3);
            for (int times = random.nextInt(5); times >= 0; times--) {
                batch.record(micros);
                oneByOne.record(micros);
                oneByOne.flush();
            }
        }
        batch.flush();
        assertThat(batch.take())
                .usingRecursiveComparison()
                .ignoringFields("micros.identity") // a number that is different for each histogram
                .isEqualTo(oneByOne.take());
    }

    @Test
    void losesNothingDuringConcurrentReads() throws InterruptedException {
        Thread writer = new Thread(() -> {
            for (int n = 0; n < 400_000; n++) {
                batch.record(n % 10 == 0 ? -1 : n);
                if (n % 7 == 0) {
                    batch.flush();
                }
            }
            batch.flush();
        });
        writer.start();
        Distribution total = Distribution.EMPTY;
        while (writer.isAlive()) {
            total = total.plus(batch.take());
        }
        total = total.plus(batch.take());
        assertThat(total.count()).isEqualTo(400_000);
        assertThat(total.negatives()).isEqualTo(40_000);
    }
}
