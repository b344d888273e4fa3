// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EpochMicrosClockTest {

    @Test
    void convertsInstants() {
        assertThat(EpochMicrosClock.micros(Instant.parse("2026-11-21T08:49:27.554060999Z")))
                .isEqualTo(1_795_250_967_554_060L);
        assertThat(EpochMicrosClock.micros(Instant.parse("1969-12-31T23:59:59.999999Z")))
                .isEqualTo(-1);
    }

    @Test
    void followsWallClock() {
        long microsBefore = EpochMicrosClock.micros(Instant.now());
        long now = EpochMicrosClock.SYSTEM.epochMicros();
        assertThat(now).isBetween(microsBefore, EpochMicrosClock.micros(Instant.now()));
    }
}
