// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks error rates of the rule for nightly runs. docs/dev/statistics.md lists more error rates. */
final class BaselineSimulationTest {

    private static final int NIGHTS = 200;
    private static final int SEEDS = 20;
    private static final double TEN_PERCENT = 0.10;

    @Test
    void raisesAtMostTwoFalseAlarmsInTwoHundredNights() {
        int alarms = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            int alarmsOfSeed = falseAlarms(new NightlyRuns(seed, TEN_PERCENT, 0));
            assertThat(alarmsOfSeed).as("seed " + seed).isLessThanOrEqualTo(2);
            alarms += alarmsOfSeed;
        }
        assertThat(alarms).isLessThan(SEEDS);
    }

    @Test
    void raisesFewFalseAlarmsIfNoiseVariesByNight() {
        int alarms = 0;
        for (int seed = 0; seed < SEEDS / 2; seed++) {
            alarms += falseAlarms(new NightlyRuns(seed, 0.03, TEN_PERCENT));
        }
        assertThat(alarms).isLessThan(SEEDS); // below two per 200 nights
    }

    @Test
    void findsSlowdownOf15PercentWithinThreeNights() {
        int detections = 0;
        int seeds = 100;
        for (int seed = 0; seed < seeds; seed++) {
            NightlyRuns nights = new NightlyRuns(1_000 + seed, TEN_PERCENT, 0);
            nights.addNormalNights(30);
            boolean isFoundInFirstNight = nights.judgeNight(0.85);
            boolean isFoundInSecondNight = nights.judgeNight(0.85);
            boolean isFoundInThirdNight = nights.judgeNight(0.85);
            detections += isFoundInFirstNight || isFoundInSecondNight || isFoundInThirdNight ? 1 : 0;
        }
        assertThat(detections).isGreaterThanOrEqualTo(seeds * 95 / 100);
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

    /** The user accepts in the night after the failure, with other noise than in the night that failed. */
    @ParameterizedTest
    @CsvSource({"0.05, 0.90, 5", "0.10, 0.85, 20", "0.10, 0.80, 2"})
    void acceptanceOfFailureBeginsNewLevel(double runNoise, double factor, int maxPercentWithoutEffect) {
        int failures = 0;
        int withoutEffect = 0;
        for (int seed = 0; seed < 100; seed++) {
            NightlyRuns nights = new NightlyRuns(2_000 + seed, runNoise, 0);
            nights.addNormalNights(20);
            boolean hasFailed = false;
            for (int night = 0; night < 6 && !hasFailed; night++) {
                hasFailed = nights.judgeNight(factor);
            }
            if (hasFailed) {
                failures++;
                if (!nights.acceptNight(factor)) {
                    withoutEffect++;
                } else {
                    assertThat(nights.judgeNight(factor))
                            .as("the night after, seed " + seed)
                            .isFalse();
                }
            }
        }
        assertThat(failures).isGreaterThan(95);
        assertThat(withoutEffect).isLessThanOrEqualTo(failures * maxPercentWithoutEffect / 100);
    }

    @Test
    void acceptanceWithoutChangeKeepsLevel() {
        int levels = 0;
        int acceptances = 0;
        int alarms = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            NightlyRuns nights = new NightlyRuns(seed, TEN_PERCENT, 0);
            for (int night = 0; night < NIGHTS; night++) {
                if (night % 10 == 9) {
                    acceptances++;
                    levels += nights.acceptNight(1) ? 1 : 0;
                } else {
                    alarms += nights.judgeNight(1) ? 1 : 0;
                }
            }
        }
        assertThat(levels).isLessThanOrEqualTo(acceptances / 100);
        assertThat(alarms).isLessThan(SEEDS);
    }

    private static int falseAlarms(NightlyRuns nights) {
        int alarms = 0;
        for (int night = 0; night < NIGHTS; night++) {
            alarms += nights.judgeNight(1) ? 1 : 0;
        }
        return alarms;
    }
}
