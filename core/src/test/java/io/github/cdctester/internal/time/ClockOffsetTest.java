// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {

    @Test
    void assumesClockReadHalfway() {
        assertThat(ClockOffset.ofRoundTrip(1_000, 6_100, 1_200)).isEqualTo(new ClockOffset(5_000, 100));
        assertThat(ClockOffset.ofRoundTrip(1_000, 1_000, 1_000)).isEqualTo(ClockOffset.NONE);
    }

    @Test
    void isCorrectWithinUncertainty() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            long requestMicros = 1_800_000_000_000_000L + random.nextInt(1_000);
            long responseMicros = requestMicros + random.nextInt(1, 5_000);
            long offset = random.nextInt(-1_000_000, 1_000_000);
            long server = random.nextLong(requestMicros, responseMicros + 1) + offset;
            ClockOffset estimate = ClockOffset.ofRoundTrip(requestMicros, server, responseMicros);
            assertThat(Math.abs(estimate.offsetMicros() - offset)).isLessThanOrEqualTo(estimate.uncertaintyMicros());
        }
    }

    @Test
    void uncertaintyIsNeverNegative() {
        assertThat(ClockOffset.ofRoundTrip(2_000, 1_000, 1_000).uncertaintyMicros())
                .isZero();
    }

    @Test
    void prefersShorterRoundTrip() {
        ClockOffset rough = new ClockOffset(40, 900);
        ClockOffset fine = new ClockOffset(7, 20);
        assertThat(rough.moreCertain(fine)).isEqualTo(fine);
        assertThat(fine.moreCertain(rough)).isEqualTo(fine);
        assertThat(fine.moreCertain(new ClockOffset(8, 20))).isEqualTo(fine);
    }
}
