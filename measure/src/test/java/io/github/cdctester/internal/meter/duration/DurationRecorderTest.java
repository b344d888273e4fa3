// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter.duration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurationRecorderTest {

    @Test
    void returnsValuesSinceLastCall() {
        DurationRecorder recorder = new DurationRecorder();
        recorder.record(-3);
        recorder.record(5);
        assertThat(recorder.take().count()).isEqualTo(2);
        recorder.record(7);
        Distribution second = recorder.take();
        assertThat(second.count()).isEqualTo(1);
        assertThat(second.negatives()).isZero();
        assertThat(second.lowestNegativeMicros()).isZero();
        assertThat(recorder.take().count()).isZero();
    }

    @Test
    void losesNothingWhileManyThreadsRecord() throws InterruptedException {
        DurationRecorder recorder = new DurationRecorder();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread writer = new Thread(() -> {
                for (int n = 0; n < 100_000; n++) {
                    recorder.record(n % 10 == 0 ? -1 : n);
                }
            });
            writers.add(writer);
            writer.start();
        }
        Distribution total = Distribution.EMPTY;
        while (writers.stream().anyMatch(Thread::isAlive)) {
            Distribution takenValues = recorder.take();
            assertThat(takenValues.negatives()).isLessThanOrEqualTo(takenValues.count());
            total = total.plus(takenValues);
        }
        total = total.plus(recorder.take());
        assertThat(total.count()).isEqualTo(400_000);
        assertThat(total.negatives()).isEqualTo(40_000);
        assertThat(total.lowestNegativeMicros()).isEqualTo(-1);
    }
}
