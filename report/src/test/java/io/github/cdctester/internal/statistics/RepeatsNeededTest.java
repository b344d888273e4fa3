// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that the computed number of repeats suffices for a change of a given size. */
final class RepeatsNeededTest {

    private static final int SIMULATION_COUNT = 2_000;

    /** Expected numbers: the normal approximation by Julious (2004), with Student's quantiles for small groups. */
    @ParameterizedTest
    @CsvSource({"3, 10, 4", "8, 10, 19", "8, 5, 66", "1, 10, 2", "20, 10, 97", "50, 10, 472", "200, 5, 13179"})
    void growsWithNoise(double noisePercent, double changePercent, int repeats) {
        assertThat(RepeatsNeeded.of(noisePercent, Math.log1p(changePercent / 100), 0.95))
                .isEqualTo(repeats);
        assertThat(RepeatsNeeded.of(noisePercent, 0, 0.95)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void decidesIn95PercentOfCases() {
        double noise = Math.log1p(0.08);
        double change = Math.log1p(0.1);
        int repeats = RepeatsNeeded.of(8, change, 0.95);
        Random random = new Random(44);
        int withinAllowanceCount = 0;
        int foundChangeCount = 0;
        int countWithFiveRepeats = 0;
        for (int i = 0; i < SIMULATION_COUNT; i++) {
            ConfidenceInterval intervalOfEqualGroups = interval(random, repeats, noise, 0);
            withinAllowanceCount += intervalOfEqualGroups.high() <= 10 ? 1 : 0;
            foundChangeCount += interval(random, repeats, noise, change).low() > 0 ? 1 : 0;
            countWithFiveRepeats += interval(random, 5, noise, change).low() > 0 ? 1 : 0;
        }
        assertThat((double) withinAllowanceCount / SIMULATION_COUNT).isBetween(0.94, 0.98);
        assertThat((double) foundChangeCount / SIMULATION_COUNT).isBetween(0.94, 0.98);
        assertThat((double) countWithFiveRepeats / SIMULATION_COUNT)
                .as("five repeats rarely find it")
                .isLessThan(0.5);
    }

    private static ConfidenceInterval interval(Random random, int repeats, double noise, double change) {
        return Difference.between(
                        group(random, repeats, noise, 0), group(random, repeats, noise, change), NoiseModel.separate())
                .percent(0.95);
    }

    private static Repeats group(Random random, int repeats, double noise, double change) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < repeats; i++) {
            values.add(Math.exp(change + noise * random.nextGaussian()));
        }
        return Repeats.of(values);
    }
}
