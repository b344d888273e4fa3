// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PacerTest {

    private static final long ORIGIN = 7_000_000_000_123L;

    @Test
    void startsAtOnceInAClosedLoop() {
        Pacer pacer = new Pacer(LoadSpec.closedLoop(4));
        pacer.start(ORIGIN);
        assertThat(pacer.isOpenLoop()).isFalse();
        assertThat(pacer.intendedStartNanos(17)).isEqualTo(Pacer.NOW);
        assertThat(pacer.scheduledBefore(ORIGIN + 1_000_000)).isZero();
    }

    @Test
    void startsTheNthTransactionAfterNIntervals() {
        Pacer pacer = openLoop(1_000);
        assertThat(pacer.isOpenLoop()).isTrue();
        assertThat(pacer.intendedStartNanos(0)).isEqualTo(ORIGIN);
        assertThat(pacer.intendedStartNanos(1)).isEqualTo(ORIGIN + 1_000_000);
        assertThat(pacer.intendedStartNanos(3_600_000)).isEqualTo(ORIGIN + 3_600_000_000_000L);
    }

    @Test
    void doesNotDriftWhereTheIntervalIsNoWholeNumber() {
        Pacer pacer = openLoop(3);
        assertThat(pacer.intendedStartNanos(1)).isEqualTo(ORIGIN + 333_333_333);
        assertThat(pacer.intendedStartNanos(2)).isEqualTo(ORIGIN + 666_666_666);
        for (long hours = 1; hours <= 24; hours++) {
            assertThat(pacer.intendedStartNanos(hours * 3 * 3_600) - ORIGIN - hours * 3_600_000_000_000L)
                    .isBetween(-1L, 1L);
        }
    }

    @Test
    void movesTheRestOfTheScheduleByAPause() {
        Pacer pacer = openLoop(1_000);
        pacer.shift(5_000_000);
        pacer.shift(1);
        assertThat(pacer.intendedStartNanos(2)).isEqualTo(ORIGIN + 7_000_001);
    }

    @Test
    void countsTheStartsBeforeAMoment() {
        Pacer pacer = openLoop(1_000);
        assertThat(pacer.scheduledBefore(ORIGIN - 5)).isZero();
        assertThat(pacer.scheduledBefore(ORIGIN)).isZero();
        assertThat(pacer.scheduledBefore(ORIGIN + 1)).isEqualTo(1);
        assertThat(pacer.scheduledBefore(ORIGIN + 1_000_000)).isEqualTo(1);
        assertThat(pacer.scheduledBefore(ORIGIN + 1_000_001)).isEqualTo(2);
    }

    @Test
    void countsAsManyStartsAsItSchedules() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            Pacer pacer = openLoop(random.nextDouble(0.5, 100_000));
            long moment = ORIGIN + random.nextLong(10_000_000_000L);
            long scheduled = pacer.scheduledBefore(moment);
            // one nanosecond for the rounding of a double
            assertThat(pacer.intendedStartNanos(scheduled)).isGreaterThanOrEqualTo(moment - 1);
            if (scheduled > 0) {
                assertThat(pacer.intendedStartNanos(scheduled - 1)).isLessThanOrEqualTo(moment);
            }
        }
    }

    private static Pacer openLoop(double perSecond) {
        Pacer pacer = new Pacer(LoadSpec.openLoop(1, Rate.perSecond(perSecond)));
        pacer.start(ORIGIN);
        return pacer;
    }
}
