// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadPacingTest {

    private static final long HOURS_BEHIND_MICROS = 10_000_000_000L;
    private static final int BUFFER_BYTES = 256 * 1024;

    @ParameterizedTest
    @CsvSource({
        "16384, false, 60000, true", // all available data was read, and the delay is long enough
        "16384, false, 49999, false", // the delay is too short for a pause
        "11999, false, 60000, false", // the server sends less than it could, so a pause is useless
        "262144, true, 60000, false" // more data is available already
    })
    void pausesIfMoreCanBeReadAtOnce(int bytes, boolean isBufferFull, long behindMicros, boolean expectsPause) {
        assertThat(new ReadPacing().pauseNanos(bytes, isBufferFull, behindMicros) > 0)
                .isEqualTo(expectsPause);
    }

    @Test
    void pausesLongerIfLittleArrives() {
        ReadPacing pacing = new ReadPacing();
        assertThat(pacing.pauseNanos(16_384, false, HOURS_BEHIND_MICROS)).isEqualTo(1_000_000);
        assertThat(pacing.pauseNanos(200_000, false, HOURS_BEHIND_MICROS)).isEqualTo(ReadPacing.MAX_PAUSE_NANOS);
        assertThat(pacing.pauseNanos(200_000, false, HOURS_BEHIND_MICROS)).isEqualTo(ReadPacing.MAX_PAUSE_NANOS);
    }

    @Test
    void keepsPauseIfOneOrTwoMegabytesArrive() {
        ReadPacing pacing = new ReadPacing();
        long firstPause = pacing.pauseNanos(16_384, false, HOURS_BEHIND_MICROS);
        for (int i = 0; i < 3; i++) {
            assertThat(burst(pacing, 5)).isEqualTo(firstPause);
        }
    }

    @Test
    void pausesShorterIfMuchArrives() {
        ReadPacing pacing = new ReadPacing();
        pacing.pauseNanos(16_384, false, HOURS_BEHIND_MICROS);
        pacing.pauseNanos(16_384, false, HOURS_BEHIND_MICROS);
        assertThat(burst(pacing, 9)).isEqualTo(1_000_000);
        assertThat(burst(pacing, 9)).isEqualTo(ReadPacing.MIN_PAUSE_NANOS);
        assertThat(burst(pacing, 9)).isEqualTo(ReadPacing.MIN_PAUSE_NANOS);
    }

    @Test
    void pauseIsAtMostHundredthOfDelay() {
        ReadPacing pacing = new ReadPacing();
        pacing.pauseNanos(16_384, false, HOURS_BEHIND_MICROS);
        assertThat(pacing.pauseNanos(16_384, false, 70_000)).isEqualTo(700_000);
    }

    /** Returns the pause after the last of the reads, in ns. All other reads fill the buffer. */
    private static long burst(ReadPacing pacing, int fullReadCount) {
        for (int i = 0; i < fullReadCount; i++) {
            assertThat(pacing.pauseNanos(BUFFER_BYTES, true, HOURS_BEHIND_MICROS))
                    .isZero();
        }
        return pacing.pauseNanos(20_000, false, HOURS_BEHIND_MICROS);
    }
}
