// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff();

    @Test
    void retriesImmediatelyThenPausesUpToOneSecond() {
        long[] millis = LongStream.generate(() -> backoff.recordFailure() / 1_000_000)
                .limit(14)
                .toArray();
        assertThat(millis).containsExactly(0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000, 1_000, 1_000);
        assertThat(backoff.failures()).isEqualTo(14);
    }

    @Test
    void restartsAfterSuccess() {
        backoff.recordFailure();
        backoff.recordFailure();
        backoff.recordSuccess();
        assertThat(backoff.failures()).isZero();
        assertThat(backoff.recordFailure()).isZero();
    }
}
