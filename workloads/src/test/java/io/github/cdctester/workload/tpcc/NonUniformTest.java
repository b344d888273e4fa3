// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NonUniformTest {

    private static final int DRAW_COUNT = 400_000;

    private final SplittableRandom random = new SplittableRandom(5);
    private final NonUniform numbers = new NonUniform(random, NonUniform.Constants.forRun(random));

    @Test
    void staysInRangeAndReachesBothEnds() {
        assertRange(numbers::lastName, 0, 999);
        assertRange(numbers::customer, 1, 3_000);
        int[] items =
                IntStream.range(0, 4 * DRAW_COUNT).map(i -> numbers.item()).toArray();
        assertThat(IntStream.of(items)).allMatch(item -> item >= 1 && item <= 100_000);
        assertThat(IntStream.of(items).distinct().count()).isGreaterThan(70_000);
    }

    @Test
    void followsFormula() {
        // the OR sets each of the low eight bits with probability 3/4, so all eight with (3/4)^8 = 0.1
        int hitCount = 0;
        for (int i = 0; i < DRAW_COUNT; i++) {
            int draw = NonUniform.draw(random, 255, 0, 0, 1023);
            hitCount += (draw & 255) == 255 ? 1 : 0;
        }
        assertThat((double) hitCount / DRAW_COUNT).isBetween(0.095, 0.105);
    }

    @Test
    void addsConstant() {
        SplittableRandom firstRandom = new SplittableRandom(9);
        SplittableRandom secondRandom = new SplittableRandom(9);
        for (int i = 0; i < 10_000; i++) {
            int withoutConstant = NonUniform.draw(firstRandom, 255, 0, 0, 999);
            assertThat(NonUniform.draw(secondRandom, 255, 200, 0, 999)).isEqualTo((withoutConstant + 200) % 1_000);
        }
    }

    @Test
    void constantOfRunDiffersAsSpecified() {
        for (int seed = 0; seed < 2_000; seed++) {
            NonUniform.Constants constants = NonUniform.Constants.forRun(new SplittableRandom(seed));
            int distance = Math.abs(constants.lastName() - NonUniform.LAST_NAME_C_LOAD);
            assertThat(distance).isBetween(65, 119).isNotIn(96, 112);
            assertThat(constants.lastName()).isBetween(0, 255);
            assertThat(constants.customer()).isBetween(0, 1_023);
            assertThat(constants.item()).isBetween(0, 8_191);
        }
    }

    private static void assertRange(IntSupplier numbers, int lowest, int highest) {
        int[] draws =
                IntStream.range(0, DRAW_COUNT).map(i -> numbers.getAsInt()).toArray();
        assertThat(IntStream.of(draws).min()).hasValue(lowest);
        assertThat(IntStream.of(draws).max()).hasValue(highest);
    }
}
