// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StraightLineTest {

    @Test
    void findsExactLine() {
        StraightLine line = StraightLine.of(points(10, i -> 7 + 3 * i)).orElseThrow();
        assertThat(line.slope()).isCloseTo(3, within(1e-9));
        assertThat(line.slopeError()).isCloseTo(0, within(1e-6));
        assertThat(line.isRising()).isTrue();
        assertThat(line.isCertainlyRising()).isTrue();
        assertThat(StraightLine.of(points(10, i -> 7 - 3 * i)).orElseThrow().isRising())
                .isFalse();
        assertThat(StraightLine.of(points(10, i -> 7)).orElseThrow().isRising()).isFalse();
    }

    @Test
    void threePointsAreTooFew() {
        assertThat(StraightLine.of(points(3, i -> i))).isEmpty();
    }

    @Test
    void noiseRarelyLooksLikeLine() {
        long risingCount = IntStream.range(0, 10_000)
                .filter(seed -> {
                    Random random = new Random(seed);
                    return StraightLine.of(points(10, i -> random.nextGaussian()))
                            .orElseThrow()
                            .isRising();
                })
                .count();
        assertThat(risingCount).isBetween(1L, 200L);
    }

    private static List<StraightLine.Point> points(int count, IntToDoubleFunction value) {
        return IntStream.range(0, count)
                .mapToObj(i -> new StraightLine.Point(i + 1, value.applyAsDouble(i)))
                .toList();
    }
}
