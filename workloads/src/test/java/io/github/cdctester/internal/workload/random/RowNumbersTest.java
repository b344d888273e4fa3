// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowNumbersTest {

    private static final int ROWS = 10_000;
    private static final int DRAW_COUNT = 200_000;

    @ParameterizedTest
    @EnumSource(RandType.class)
    void staysInRange(RandType type) {
        for (int size : new int[] {1, 2, 3, 7, 100, ROWS, Integer.MAX_VALUE}) {
            RowNumbers numbers = RowNumbers.of(RandomNumbers.DEFAULT.type(type), size, new SplittableRandom(1));
            for (int i = 0; i < 20_000; i++) {
                assertThat(numbers.next()).as("of %d rows", size).isBetween(1, size);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RandType.class)
    void sameSeedRepeatsNumbers(RandType type) {
        RowNumbers firstNumbers = RowNumbers.of(RandomNumbers.DEFAULT.type(type), ROWS, new SplittableRandom(7));
        RowNumbers secondNumbers = RowNumbers.of(RandomNumbers.DEFAULT.type(type), ROWS, new SplittableRandom(7));
        for (int i = 0; i < 1_000; i++) {
            assertThat(firstNumbers.next()).isEqualTo(secondNumbers.next());
        }
    }

    @Test
    void uniformNumbersAreEvenlyDistributed() {
        for (int tenth = 0; tenth < 10; tenth++) {
            int first = 1 + tenth * ROWS / 10;
            int last = (tenth + 1) * ROWS / 10;
            assertThat(share(RandType.UNIFORM, row -> row >= first && row <= last))
                    .isCloseTo(0.1, within(0.005));
        }
    }

    /** The shares are from 200,000 draws of {@code sysbench.rand.special(1, 10000)} in sysbench 1.0.20. */
    @ParameterizedTest
    @CsvSource({
        "1, 1000, 0",
        "1, 4900, 0.1111",
        "4901, 4974, 0.0085",
        "4975, 4975, 0.0025",
        "4976, 4976, 0.0100",
        "4977, 5000, 0.2399",
        "5001, 5049, 0.4925",
        "5050, 5050, 0.0098",
        "5051, 5051, 0.0050",
        "5052, 5100, 0.0057",
        "5101, 10000, 0.1150",
    })
    void specialNumbersEqualSysbench(int first, int last, double expectedShare) {
        assertThat(share(RandType.SPECIAL, row -> row >= first && row <= last)).isCloseTo(expectedShare, within(0.004));
    }

    @Test
    void specialNumbersFollowTheirParameters() {
        RandomNumbers halfSpecial = specialNumbers(new RandomNumbers.Special(12, 10, 50));
        // only the upper half of the special rows is chosen, because the draw that selects a special row is above 0.5
        assertThat(share(halfSpecial.type(RandType.SPECIAL), row -> row >= 5_000 && row <= 5_501))
                .isBetween(0.60, 0.625);
        RandomNumbers noneSpecial = specialNumbers(new RandomNumbers.Special(1, 1, 0));
        assertThat(share(noneSpecial.type(RandType.SPECIAL), row -> row <= ROWS / 4))
                .isCloseTo(0.25, within(0.005));
    }

    @Test
    void gaussianNumbersAreNearMiddle() {
        assertThat(share(RandType.GAUSSIAN, row -> row <= ROWS / 2)).isCloseTo(0.5, within(0.01));
        // the mean of twelve uniform draws has a standard deviation of a twelfth of the range
        assertThat(share(RandType.GAUSSIAN, row -> Math.abs(row - ROWS / 2) <= ROWS / 12))
                .isCloseTo(0.683, within(0.01));
        // the mean of two draws has a triangular density
        RandomNumbers twoDraws =
                specialNumbers(new RandomNumbers.Special(2, 1, 75)).type(RandType.GAUSSIAN);
        assertThat(share(twoDraws, row -> row <= ROWS / 4)).isCloseTo(0.125, within(0.005));
    }

    /** P(row &lt;= x) = (x / rows) ^ (log(1 - h) / log(h)). */
    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.2, 0.5, 0.9, 0.999_999})
    void paretoNumbersFollowTheirParameter(double h) {
        RandomNumbers pareto = new RandomNumbers(RandType.PARETO, 0, RandomNumbers.DEFAULT.special(), h, 0.8);
        for (int limit : new int[] {1, 10, 1_000, 5_000, ROWS}) {
            double expected = Math.pow((double) limit / ROWS, Math.log(1 - h) / Math.log(h));
            assertThat(share(pareto, row -> row <= limit)).isCloseTo(expected, within(0.005));
        }
    }

    @Test
    void paretoDrawsEightyPercentFromFifthOfRows() {
        assertThat(share(RandType.PARETO, row -> row <= ROWS / 5)).isCloseTo(0.8, within(0.01));
    }

    private static RandomNumbers specialNumbers(RandomNumbers.Special special) {
        return new RandomNumbers(RandType.SPECIAL, 0, special, 0.2, 0.8);
    }

    private static double share(RandType type, IntPredicate predicate) {
        return share(RandomNumbers.DEFAULT.type(type), predicate);
    }

    private static double share(RandomNumbers options, IntPredicate predicate) {
        RowNumbers numbers = RowNumbers.of(options, ROWS, new SplittableRandom(3));
        int hitCount = 0;
        for (int i = 0; i < DRAW_COUNT; i++) {
            hitCount += predicate.test(numbers.next()) ? 1 : 0;
        }
        return (double) hitCount / DRAW_COUNT;
    }
}
