// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PacerTest {

    private static final long ORIGIN = 7_000_000_000_123L;

    @Test
    void closedLoopStartsImmediately() {
        Pacer pacer = new Pacer(LoadSpec.closedLoop(4), LoadShare.ALL);
        pacer.start(ORIGIN);
        assertThat(pacer.isOpenLoop()).isFalse();
        assertThat(pacer.intendedStartNanos(17)).isEqualTo(Pacer.NOW);
        assertThat(pacer.scheduledBefore(ORIGIN + 1_000_000, 0)).isZero();
    }

    @Test
    void startAtEndTimeIsPastEnd() {
        for (Pacer pacer : new Pacer[] {new Pacer(LoadSpec.closedLoop(4), LoadShare.ALL), openLoop(1_000)}) {
            assertThat(pacer.isPastEnd(ORIGIN)).isFalse();
            pacer.endAt(ORIGIN);
            assertThat(pacer.isPastEnd(ORIGIN)).isTrue();
            assertThat(pacer.isPastEnd(ORIGIN - 1)).isFalse();
            assertThat(pacer.isPastEnd(Pacer.NOW)).isFalse();
        }
    }

    @Test
    void startsNthTransactionAfterNIntervals() {
        Pacer pacer = openLoop(1_000);
        assertThat(pacer.isOpenLoop()).isTrue();
        assertThat(pacer.intendedStartNanos(0)).isEqualTo(ORIGIN);
        assertThat(pacer.intendedStartNanos(1)).isEqualTo(ORIGIN + 1_000_000);
        assertThat(pacer.intendedStartNanos(3_600_000)).isEqualTo(ORIGIN + 3_600_000_000_000L);
    }

    /** A start after the end of any run must not be due because of an overflow. */
    @Test
    void startsFarInFutureAreNotDue() {
        List<Double> heights = new ArrayList<>(Collections.nCopies(1_000, 0.0));
        heights.add(1.0);
        for (Rate rate : List.of(Rate.perSecond(1e-10), Rate.perSecond(1e-10).profile(heights, Duration.ofDays(365)))) {
            Pacer pacer = new Pacer(LoadSpec.openLoop(4, rate), LoadShare.ALL);
            pacer.start(ORIGIN);
            assertThat(pacer.intendedStartNanos(1))
                    .as("%s", rate)
                    .isGreaterThan(ORIGIN + Duration.ofDays(730).toNanos());
        }
    }

    @Test
    void doesNotDriftWithFractionalInterval() {
        Pacer pacer = openLoop(3);
        assertThat(pacer.intendedStartNanos(1)).isEqualTo(ORIGIN + 333_333_333);
        assertThat(pacer.intendedStartNanos(2)).isEqualTo(ORIGIN + 666_666_667);
        for (long hours = 1; hours <= 24; hours++) {
            assertThat(pacer.intendedStartNanos(hours * 3 * 3_600) - ORIGIN - hours * 3_600_000_000_000L)
                    .isBetween(-1L, 1L);
        }
    }

    @Test
    void repeatsProfile() {
        Rate rate = Rate.perSecond(100).profile(List.of(1.0, 0.0, 2.0, 5.0), Duration.ofSeconds(2));
        RateCurve curve = RateCurve.of(rate);
        assertThat(List.of(0.0, 1.0, 2.0, 4.0, 5.0, 6.0, 8.0, 10.0, 16.0))
                .extracting(curve::startsWithin)
                .containsExactly(0.0, 50.0, 100.0, 100.0, 200.0, 300.0, 800.0, 900.0, 1_600.0);
        assertThat(List.of(0.0, 50.0, 101.0, 200.0, 300.0, 799.0, 850.0))
                .extracting(curve::secondsUntil)
                .containsExactly(0.0, 1.0, 4.01, 5.0, 6.0, 7.996, 9.0);
        for (double startCount = 0.5; startCount < 3_000; startCount++) {
            assertThat(curve.startsWithin(curve.secondsUntil(startCount))).isCloseTo(startCount, within(1e-6));
        }
    }

    @Test
    void shiftMovesLaterStarts() {
        Pacer pacer = openLoop(1_000);
        pacer.shift(5_000_000);
        pacer.shift(1);
        assertThat(pacer.intendedStartNanos(2)).isEqualTo(ORIGIN + 7_000_001);
    }

    @Test
    void countsStartsBeforeTime() {
        Pacer pacer = openLoop(1_000);
        assertThat(pacer.scheduledBefore(ORIGIN - 5, 0)).isZero();
        assertThat(pacer.scheduledBefore(ORIGIN, 0)).isZero();
        assertThat(pacer.scheduledBefore(ORIGIN + 1, 0)).isEqualTo(1);
        assertThat(pacer.scheduledBefore(ORIGIN + 1_000_000, 0)).isEqualTo(1);
        assertThat(pacer.scheduledBefore(ORIGIN + 1_000_001, 0)).isEqualTo(2);
    }

    @Test
    void countEqualsScheduledStarts() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            Pacer pacer = openLoop(random.nextDouble(0.5, 100_000));
            long nanos = ORIGIN + random.nextLong(10_000_000_000L);
            long scheduledCount = pacer.scheduledBefore(nanos, 0);
            // tolerance of one nanosecond for the rounding of a double
            assertThat(pacer.intendedStartNanos(scheduledCount)).isGreaterThanOrEqualTo(nanos - 1);
            if (scheduledCount > 0) {
                assertThat(pacer.intendedStartNanos(scheduledCount - 1)).isLessThanOrEqualTo(nanos);
            }
        }
    }

    @Test
    void startsNthTransactionWhenIntegralOfRampReachesN() {
        // 0 to 1000/s over 10 s: 50·t² starts in t seconds, 5000 in total, then one per millisecond
        Pacer pacer = ramp(0, 1_000, Duration.ofSeconds(10));
        assertThat(pacer.intendedStartNanos(0)).isEqualTo(ORIGIN);
        assertThat(pacer.intendedStartNanos(50)).isEqualTo(ORIGIN + 1_000_000_000L);
        assertThat(pacer.intendedStartNanos(200)).isEqualTo(ORIGIN + 2_000_000_000L);
        assertThat(pacer.intendedStartNanos(5_000)).isEqualTo(ORIGIN + 10_000_000_000L);
        assertThat(pacer.intendedStartNanos(6_000)).isEqualTo(ORIGIN + 11_000_000_000L);
        assertThat(pacer.scheduledBefore(ORIGIN + 2_000_000_000L, 0)).isEqualTo(200);
        assertThat(pacer.scheduledBefore(ORIGIN + 11_000_000_000L, 0)).isEqualTo(6_000);
    }

    @Test
    void startsNothingAfterRampToZero() {
        // 1000 to 0/s over 2 s: 1000 starts, with increasing distances
        Pacer pacer = ramp(1_000, 0, Duration.ofSeconds(2));
        assertThat(pacer.intendedStartNanos(0)).isEqualTo(ORIGIN);
        assertThat(pacer.intendedStartNanos(750)).isEqualTo(ORIGIN + 1_000_000_000L);
        assertThat(pacer.intendedStartNanos(999)).isBetween(ORIGIN + 1_900_000_000L, ORIGIN + 2_000_000_000L);
        assertThat(pacer.intendedStartNanos(1_000))
                .isGreaterThan(ORIGIN + Duration.ofDays(3_650).toNanos());
        assertThat(pacer.scheduledBefore(ORIGIN + Duration.ofHours(9).toNanos(), 0))
                .isEqualTo(1_000);
    }

    @Test
    void invertsIntegralOfAnyRamp() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 2_000; i++) {
            double from = random.nextInt(4) == 0 ? 0 : random.nextDouble(100_000);
            double to = random.nextDouble(1, 100_000);
            double rampSeconds = random.nextDouble(0.001, 1_000);
            RateCurve curve = RateCurve.of(Rate.ramp(from, to, Duration.ofNanos((long) (rampSeconds * 1e9))));
            for (int point = 0; point < 20; point++) {
                double seconds = random.nextDouble(2 * rampSeconds);
                double secondsInRamp = Math.min(seconds, rampSeconds);
                double starts = secondsInRamp * (from + from + (to - from) * secondsInRamp / rampSeconds) / 2
                        + (seconds - secondsInRamp) * to; // computed independently: a trapezoid, then a rectangle
                assertThat(curve.startsWithin(seconds)).isCloseTo(starts, withinPercentage(0.0001));
                assertThat(curve.secondsUntil(starts)).isCloseTo(seconds, withinPercentage(0.0001));
            }
        }
    }

    @Test
    void poissonArrivalsHaveConfiguredRate() {
        Pacer pacer = new Pacer(LoadSpec.openLoop(1, Rate.perSecond(1_000), Arrivals.POISSON), LoadShare.ALL);
        pacer.start(ORIGIN);
        int starts = 200_000;
        long previousStart = ORIGIN;
        double sum = 0;
        double squares = 0;
        double products = 0;
        double lastGap = 0;
        for (int i = 0; i < starts; i++) {
            long start = pacer.intendedStartNanos(pacer.nextPosition());
            double gap = (start - previousStart) / 1e6;
            assertThat(gap).isNotNegative();
            sum += gap;
            squares += gap * gap;
            products += i == 0 ? 0 : (gap - 1) * (lastGap - 1);
            lastGap = gap;
            previousStart = start;
        }
        // gaps are exponential and independent: mean 1 ms, variance 1 ms²; tolerances are about ten standard errors
        double mean = sum / starts;
        assertThat(mean).isCloseTo(1, within(10 / Math.sqrt(starts)));
        assertThat(squares / starts - mean * mean).isCloseTo(1, within(30 / Math.sqrt(starts)));
        assertThat(products / starts).isCloseTo(0, within(10 / Math.sqrt(starts)));
        assertThat(pacer.scheduledBefore(previousStart + 1, 0)).isEqualTo(starts);
        assertThat(pacer.scheduledBefore(previousStart + 2_000_000_000L, 0))
                .as("expected number of free starts")
                .isEqualTo(starts + 2_000);
    }

    @Test
    void eachPoissonArrivalIsTakenByOneThread() throws InterruptedException {
        Schedule schedule = Schedule.of(Arrivals.POISSON, LoadShare.ALL);
        int startsPerThread = 20_000;
        double[][] takenStarts = new double[8][startsPerThread];
        List<Thread> threads = new ArrayList<>();
        for (double[] threadStarts : takenStarts) {
            Thread thread = new Thread(() -> Arrays.setAll(threadStarts, i -> schedule.nextPosition()));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (double[] threadStarts : takenStarts) {
            assertThat(threadStarts).isSorted();
        }
        double[] allStarts =
                Arrays.stream(takenStarts).flatMapToDouble(Arrays::stream).toArray();
        assertThat(Arrays.stream(allStarts).distinct().count()).isEqualTo(8 * startsPerThread);
        // all threads together have the rate one
        assertThat(Arrays.stream(allStarts).max().orElseThrow() / (8.0 * startsPerThread))
                .isCloseTo(1, within(10 / Math.sqrt(8 * startsPerThread)));
        assertThat(schedule.startsBefore(1e9, 0)).isGreaterThan(8 * startsPerThread);
        assertThat(schedule.startsBefore(0, 8 * startsPerThread)).isZero();
    }

    private static Pacer ramp(double from, double to, Duration over) {
        Pacer pacer = new Pacer(LoadSpec.openLoop(1, Rate.ramp(from, to, over)), LoadShare.ALL);
        pacer.start(ORIGIN);
        return pacer;
    }

    private static Pacer openLoop(double perSecond) {
        Pacer pacer = new Pacer(LoadSpec.openLoop(1, Rate.perSecond(perSecond)), LoadShare.ALL);
        pacer.start(ORIGIN);
        return pacer;
    }
}
