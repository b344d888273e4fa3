// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZipfianNumbersTest {

    private static final int DRAW_COUNT = 1_000_000;

    @ParameterizedTest
    @CsvSource({"1, 0.8", "2, 0.8", "10, 0.8", "1000, 0.8", "1000, 0", "1000, 1", "1000, 1.000001", "100, 2.5"})
    void numbersFollowZipfDistribution(int size, double exponent) {
        RowNumbers.Zipfian numbers = new RowNumbers.Zipfian(size, exponent, new SplittableRandom(5));
        int[] counts = new int[size + 1];
        for (int i = 0; i < DRAW_COUNT; i++) {
            counts[numbers.next()]++;
        }
        double weightSum = 0;
        for (int number = 1; number <= size; number++) {
            weightSum += Math.pow(number, -exponent);
        }
        for (int number = 1; number <= size; number++) {
            double expectedCount = DRAW_COUNT * Math.pow(number, -exponent) / weightSum;
            // tolerance of five standard deviations
            assertThat((double) counts[number])
                    .as("number %d", number)
                    .isCloseTo(expectedCount, within(5 * Math.sqrt(expectedCount)));
        }
    }
}
