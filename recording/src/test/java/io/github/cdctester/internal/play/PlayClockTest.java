// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Password;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PlayClockTest {

    private static final long FIRST_MICROS = 2_000_000;
    private static final long RESUMED_MICROS = 3_600_000_000L;

    private PlayClock clock;

    @BeforeEach
    void start(@TempDir Path directory) {
        Recording recording = ArtificialLog.in(directory)
                .transactions(1, 1, FIRST_MICROS, 9)
                .transactions(2, 2, RESUMED_MICROS, 9)
                .end(directory);
        clock = new PlayClock(recording, new PlayServer.PlaySettings(1, 2, false, "root", Password.NONE, null));
    }

    @Test
    void startsAtEarliestDataOfConsumers() {
        clock.addConsumer(RESUMED_MICROS);
        assertThat(clock.nanosUntil(FIRST_MICROS)).isEqualTo(Long.MAX_VALUE);
        clock.addConsumer(FIRST_MICROS);
        assertThat(clock.nanosUntil(FIRST_MICROS)).isNotPositive();
        assertThat(clock.nanosUntil(RESUMED_MICROS)).isPositive();
    }

    /** Otherwise, the remaining consumers would wait for the time that only the disconnected consumer needed. */
    @Test
    void ignoresDataOfConsumerThatDisconnectedBeforeStart() {
        clock.addConsumer(FIRST_MICROS);
        clock.removeConsumer(FIRST_MICROS);
        clock.addConsumer(RESUMED_MICROS);
        assertThat(clock.nanosUntil(RESUMED_MICROS)).isEqualTo(Long.MAX_VALUE);
        clock.addConsumer(RESUMED_MICROS);
        assertThat(clock.nanosUntil(RESUMED_MICROS)).isNotPositive();
    }

    @Test
    void startsAgainAfterReadersThatTestedDump() {
        clock.addConsumer(RESUMED_MICROS);
        clock.addConsumer(FIRST_MICROS);
        assertThat(clock.addReader(FIRST_MICROS)).isTrue();
        assertThat(clock.addReader(RESUMED_MICROS)).isFalse();
        clock.removeReader(FIRST_MICROS);
        assertThat(clock.nanosUntil(RESUMED_MICROS)).isEqualTo(Long.MAX_VALUE);
        clock.addConsumer(RESUMED_MICROS);
        assertThat(clock.addReader(RESUMED_MICROS)).isTrue();
    }

    @Test
    void startsAgainAtOnceForConsumersThatWait() {
        clock.addConsumer(FIRST_MICROS);
        clock.addConsumer(RESUMED_MICROS);
        clock.addConsumer(RESUMED_MICROS);
        assertThat(clock.nanosUntil(RESUMED_MICROS)).isPositive();
        assertThat(clock.addReader(FIRST_MICROS)).isTrue();
        clock.removeReader(FIRST_MICROS);
        assertThat(clock.nanosUntil(RESUMED_MICROS)).isNotPositive();
    }

    @Test
    void continuesForReaderAfterOtherReaderTestedDump() {
        clock.addConsumer(FIRST_MICROS);
        clock.addConsumer(FIRST_MICROS);
        assertThat(clock.addReader(FIRST_MICROS)).isTrue();
        assertThat(clock.addReader(FIRST_MICROS)).isTrue();
        clock.removeReader(FIRST_MICROS);
        assertThat(clock.nanosUntil(FIRST_MICROS)).isNotPositive();
        assertThat(clock.nanosUntil(RESUMED_MICROS)).isPositive().isLessThan(Long.MAX_VALUE);
    }

    @Test
    void startsAgainForConsumersThatRegisterWhileOthersTestDump() {
        clock.addConsumer(FIRST_MICROS);
        clock.addConsumer(FIRST_MICROS);
        assertThat(clock.addReader(FIRST_MICROS)).isTrue();
        assertThat(clock.addReader(FIRST_MICROS)).isTrue();
        clock.addConsumer(RESUMED_MICROS);
        clock.addConsumer(RESUMED_MICROS);
        clock.removeReader(FIRST_MICROS);
        clock.removeReader(FIRST_MICROS);
        assertThat(clock.addReader(RESUMED_MICROS)).isTrue();
    }
}
