// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.phases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StableRateTest {

    private static final int MAX_SECONDS = 300;
    private static final int NEVER = Integer.MAX_VALUE;

    /** Returns {@link #NEVER} if the rate is not reported as stable. */
    private static int secondsUntilStable(IntToDoubleFunction rate, int seconds) {
        StableRate stableRate = new StableRate();
        for (int second = 0; second < seconds; second++) {
            stableRate.add(1, rate.applyAsDouble(second));
            if (stableRate.isMet()) {
                return second + 1;
            }
        }
        return NEVER;
    }

    private static IntToDoubleFunction withNoise(long seed, double noise, IntToDoubleFunction rate) {
        Random random = new Random(seed);
        return second -> rate.applyAsDouble(second) * (1 + noise * random.nextGaussian());
    }

    private static int stableCountOf1000(double noise, IntToDoubleFunction rate) {
        int stableCount = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            stableCount += secondsUntilStable(withNoise(seed, noise, rate), MAX_SECONDS) == NEVER ? 0 : 1;
        }
        return stableCount;
    }

    @Test
    void rateWithoutNoiseIsStableAfter74Seconds() {
        assertThat(secondsUntilStable(second -> 1_000.0 / 3, 300)).isEqualTo(74);
    }

    @Test
    void rateOfZeroIsNeverStable() {
        assertThat(secondsUntilStable(second -> 0, 300)).isEqualTo(NEVER);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.005, 0.03})
    void flatRateIsStableWithinTwoMinutes(double noise) {
        int lateCount = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            lateCount += secondsUntilStable(withNoise(seed, noise, second -> 10_000), MAX_SECONDS) > 120 ? 1 : 0;
        }
        assertThat(lateCount).isLessThan(20);
    }

    /** {@link StableRate} documents the maximum numbers of 1,000 ramps that are reported as stable within five minutes. */
    @ParameterizedTest
    @CsvSource({
        "0.10, 0.005, 0",
        "0.10, 0.03, 0",
        "0.07, 0.005, 0",
        "0.07, 0.03, 30",
        "-0.10, 0.03, 5",
        "0.20, 0.10, 150"
    })
    void rampIsRarelyStable(double risePerMinute, double noise, int maxCount) {
        assertThat(stableCountOf1000(noise, second -> 10_000 * (1 + risePerMinute * second / 60.0)))
                .isLessThanOrEqualTo(maxCount);
    }

    @Test
    void rateIsUnstableSoonAfterStep() {
        for (int seed = 0; seed < 100; seed++) {
            StableRate rate = new StableRate();
            IntToDoubleFunction step = withNoise(seed, 0.01, second -> second < 200 ? 10_000 : 7_000);
            boolean isStableSoonAfterStep = false;
            for (int second = 0; second < 320; second++) {
                rate.add(1, step.applyAsDouble(second));
                isStableSoonAfterStep |= second >= 203 && second < 250 && rate.isMet();
            }
            assertThat(isStableSoonAfterStep).as("seed " + seed).isFalse();
        }
    }

    @Test
    void accountsForDurationOfSamples() {
        StableRate rate = new StableRate();
        for (int i = 0; i < 75; i++) {
            // each sample has the same rate, independent of its duration
            rate.add(i == 4 ? 3.2 : 0.9, 500);
        }
        assertThat(rate.isMet()).isTrue();
    }
}
