// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.sysbench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.RandType;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowNumbersTest {

    private static final int ROWS = 10_000;
    private static final int DRAWS = 200_000;

    @ParameterizedTest
    @EnumSource(RandType.class)
    void staysInRange(RandType type) {
        for (int size : new int[] {1, 2, 3, 7, 100, ROWS, Integer.MAX_VALUE}) {
            RowNumbers numbers = RowNumbers.of(type, size, new SplittableRandom(1));
            for (int i = 0; i < 20_000; i++) {
                assertThat(numbers.next()).as("of %d rows", size).isBetween(1, size);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RandType.class)
    void repeatsItselfWithTheSameSeed(RandType type) {
        RowNumbers one = RowNumbers.of(type, ROWS, new SplittableRandom(7));
        RowNumbers other = RowNumbers.of(type, ROWS, new SplittableRandom(7));
        for (int i = 0; i < 1_000; i++) {
            assertThat(one.next()).isEqualTo(other.next());
        }
    }

    @Test
    void drawsUniformNumbersEverywhereAlike() {
        for (int tenth = 0; tenth < 10; tenth++) {
            int first = 1 + tenth * ROWS / 10;
            int last = (tenth + 1) * ROWS / 10;
            assertThat(share(RandType.UNIFORM, row -> row >= first && row <= last))
                    .isCloseTo(0.1, within(0.005));
        }
    }

    @Test
    void drawsThreeQuartersOfSpecialNumbersFromOnePerCentInTheMiddle() {
        assertThat(share(RandType.SPECIAL, row -> row >= 4_951 && row <= 5_050)).isBetween(0.75, 0.79);
        assertThat(share(RandType.SPECIAL, row -> row < 4_900 || row > 5_100)).isBetween(0.2, 0.25);
    }

    @Test
    void drawsGaussianNumbersAroundTheMiddle() {
        assertThat(share(RandType.GAUSSIAN, row -> row <= ROWS / 2)).isCloseTo(0.5, within(0.01));
        // the mean of twelve uniform draws has a standard deviation of a twelfth of the range
        assertThat(share(RandType.GAUSSIAN, row -> Math.abs(row - ROWS / 2) <= ROWS / 12))
                .isCloseTo(0.683, within(0.01));
    }

    @Test
    void drawsEightyPerCentOfParetoNumbersFromTwentyPerCentOfTheRows() {
        assertThat(share(RandType.PARETO, row -> row <= ROWS / 5)).isCloseTo(0.8, within(0.01));
    }

    private static double share(RandType type, IntPredicate counted) {
        RowNumbers numbers = RowNumbers.of(type, ROWS, new SplittableRandom(3));
        int hits = 0;
        for (int i = 0; i < DRAWS; i++) {
            hits += counted.test(numbers.next()) ? 1 : 0;
        }
        return (double) hits / DRAWS;
    }
}
