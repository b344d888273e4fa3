// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** docs/dev/statistics.md lists more error rates. */
final class BaselineSimulationTest {

    private static final int NIGHT_COUNT = 200;
    private static final int SEED_COUNT = 20;
    private static final double TEN_PERCENT = 0.10;

    @Test
    void raisesAtMostTwoFalseAlarmsInTwoHundredNights() {
        int alarmCount = 0;
        for (int seed = 0; seed < SEED_COUNT; seed++) {
            int alarmsOfSeed = falseAlarms(new NightlyRuns(seed, TEN_PERCENT, 0));
            assertThat(alarmsOfSeed).as("seed " + seed).isLessThanOrEqualTo(2);
            alarmCount += alarmsOfSeed;
        }
        assertThat(alarmCount).isLessThan(SEED_COUNT);
    }

    @Test
    void raisesFewFalseAlarmsIfNoiseVariesByNight() {
        int alarmCount = 0;
        for (int seed = 0; seed < SEED_COUNT / 2; seed++) {
            alarmCount += falseAlarms(new NightlyRuns(seed, 0.03, TEN_PERCENT));
        }
        assertThat(alarmCount).isLessThan(SEED_COUNT); // below two per 200 nights
    }

    @Test
    void findsSlowdownOf15PercentWithinThreeNights() {
        int detections = 0;
        int seedCount = 100;
        for (int seed = 0; seed < seedCount; seed++) {
            NightlyRuns nights = new NightlyRuns(1_000 + seed, TEN_PERCENT, 0);
            nights.addNormalNights(30);
            boolean isFoundInFirstNight = nights.judgeNight(0.85);
            boolean isFoundInSecondNight = nights.judgeNight(0.85);
            boolean isFoundInThirdNight = nights.judgeNight(0.85);
            detections += isFoundInFirstNight || isFoundInSecondNight || isFoundInThirdNight ? 1 : 0;
        }
        assertThat(detections).isGreaterThanOrEqualTo(seedCount * 95 / 100);
    }

    @Test
    void reportsOnlySecondConsecutiveBadNight() {
        NightlyRuns nights = new NightlyRuns(7, TEN_PERCENT, 0);
        nights.addNormalNights(30);

        assertThat(nights.judgeNight(0.3)).isFalse();
        assertThat(nights.judgeNight(1)).isFalse();
        assertThat(nights.judgeNight(0.3)).isFalse();
        assertThat(nights.judgeNight(0.3)).isTrue();
    }

    /** The user accepts in the night after the failure, which has other noise. */
    @ParameterizedTest
    @CsvSource({"0.05, 0.90, 5", "0.10, 0.85, 20", "0.10, 0.80, 2"})
    void acceptanceOfFailureBeginsNewLevel(double runNoise, double factor, int maxPercentWithoutEffect) {
        int failureCount = 0;
        int withoutEffect = 0;
        for (int seed = 0; seed < 100; seed++) {
            NightlyRuns nights = new NightlyRuns(2_000 + seed, runNoise, 0);
            nights.addNormalNights(20);
            boolean hasFailed = false;
            for (int night = 0; night < 6 && !hasFailed; night++) {
                hasFailed = nights.judgeNight(factor);
            }
            if (hasFailed) {
                failureCount++;
                if (!nights.acceptNight(factor)) {
                    withoutEffect++;
                } else {
                    assertThat(nights.judgeNight(factor))
                            .as("the night after, seed " + seed)
                            .isFalse();
                }
            }
        }
        assertThat(failureCount).isGreaterThan(95);
        assertThat(withoutEffect).isLessThanOrEqualTo(failureCount * maxPercentWithoutEffect / 100);
    }

    @Test
    void acceptanceWithoutChangeKeepsLevel() {
        int levelCount = 0;
        int acceptanceCount = 0;
        int alarmCount = 0;
        for (int seed = 0; seed < SEED_COUNT; seed++) {
            NightlyRuns nights = new NightlyRuns(seed, TEN_PERCENT, 0);
            for (int night = 0; night < NIGHT_COUNT; night++) {
                if (night % 10 == 9) {
                    acceptanceCount++;
                    levelCount += nights.acceptNight(1) ? 1 : 0;
                } else {
                    alarmCount += nights.judgeNight(1) ? 1 : 0;
                }
            }
        }
        assertThat(levelCount).isLessThanOrEqualTo(acceptanceCount / 100);
        assertThat(alarmCount).isLessThan(SEED_COUNT);
    }

    private static int falseAlarms(NightlyRuns nights) {
        int alarmCount = 0;
        for (int night = 0; night < NIGHT_COUNT; night++) {
            alarmCount += nights.judgeNight(1) ? 1 : 0;
        }
        return alarmCount;
    }
}
