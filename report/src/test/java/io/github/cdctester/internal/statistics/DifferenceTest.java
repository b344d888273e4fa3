// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DifferenceTest {

    private static final double TOLERANCE = 1e-6;

    /** Uses Student's sleep data. R's t.test(extra ~ group) returns t = -1.8608, df = 17.776, p-value = 0.07939. */
    @Test
    void equalsWelchTestOfLogarithms() {
        Repeats group1 = logs(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);
        Repeats group2 = logs(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);
        Difference difference = Difference.between(group2, group1, NoiseModel.separate());
        assertThat(difference.logRatio()).isEqualTo(-1.58, within(TOLERANCE));
        assertThat(difference.logRatio() / difference.standardError()).isEqualTo(-1.8608, within(5e-5));
        assertThat(difference.degreesOfFreedom()).isEqualTo(17.776, within(5e-4));
        assertThat(difference.pValue()).isEqualTo(0.07939, within(5e-6));
        ConfidenceInterval percent = difference.percent(0.95);
        assertThat(percent.low()).isEqualTo(100 * Math.expm1(-3.3654832), within(1e-5));
        assertThat(percent.high()).isEqualTo(100 * Math.expm1(0.2054832), within(1e-5));
    }

    @Test
    void isChangeInPercentOfFirstGroup() {
        Difference difference = Difference.between(
                Repeats.of(List.of(99.0, 100.0, 101.0)), Repeats.of(List.of(89.1, 90.0, 90.9)), NoiseModel.separate());
        ConfidenceInterval percent = difference.percent(0.95);
        assertThat(percent.estimate()).isEqualTo(-10, within(TOLERANCE));
        assertThat(percent.low()).isBetween(-13.0, -11.0);
        assertThat(percent.high()).isBetween(-9.0, -7.0);
        assertThat(percent.confidence()).isEqualTo(0.95);
    }

    @Test
    void swappedGroupsGiveInverse() {
        Repeats slowRuns = Repeats.of(List.of(10.0, 11.0, 12.0));
        Repeats fastRuns = Repeats.of(List.of(21.0, 20.0, 23.0, 22.0));
        Difference speedup = Difference.between(slowRuns, fastRuns, NoiseModel.separate());
        Difference slowdown = Difference.between(fastRuns, slowRuns, NoiseModel.separate());
        assertThat(speedup.logRatio()).isEqualTo(-slowdown.logRatio(), within(TOLERANCE));
        assertThat(speedup.pValue()).isEqualTo(slowdown.pValue(), within(TOLERANCE));
        assertThat((1 + speedup.percent(0.9).high() / 100)
                        * (1 + slowdown.percent(0.9).low() / 100))
                .isEqualTo(1, within(TOLERANCE));
    }

    @Test
    void ignoresTinyDifferenceOfEqualValues() {
        Repeats before = Repeats.of(List.of(5.0, 5.0));
        ConfidenceInterval tinyPercent = Difference.between(
                        before, Repeats.of(List.of(5.001, 5.001)), NoiseModel.separate())
                .percent(0.95);
        assertThat(0.0).isBetween(tinyPercent.low(), tinyPercent.high());
        assertThat(Difference.between(before, Repeats.of(List.of(6.0, 6.0)), NoiseModel.separate())
                        .percent(0.95)
                        .low())
                .isPositive();
    }

    @Test
    void twoRunsGiveFiniteInterval() {
        Difference difference = Difference.between(
                Repeats.of(List.of(1e-3, 1e6)), Repeats.of(List.of(1e-3, 1e7)), NoiseModel.separate());
        ConfidenceInterval percent = difference.percent(0.9999);
        assertThat(percent.low()).isEqualTo(-100, within(TOLERANCE));
        assertThat(percent.high()).isFinite();
    }

    @Test
    void needsRepeatsOnBothSides() {
        Repeats singleRun = Repeats.of(List.of(5.0));
        Repeats twoRuns = Repeats.of(List.of(5.0, 6.0));
        assertThat(singleRun.hasNoise()).isFalse();
        assertThat(singleRun.geometricMean()).isEqualTo(5, within(TOLERANCE));
        assertThatThrownBy(() -> Difference.between(singleRun, twoRuns, NoiseModel.separate()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Difference.between(twoRuns, singleRun, NoiseModel.separate()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsValuesWithoutLogarithm(double value) {
        assertThatThrownBy(() -> Repeats.of(List.of(1.0, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no logarithm");
    }

    @Test
    void rejectsEmptyGroupsAndInvalidConfidence() {
        assertThatThrownBy(() -> Repeats.of(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConfidenceInterval(1, 2, 3, 0.95)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConfidenceInterval(2, 1, 3, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Repeats logs(double... values) {
        return Repeats.of(Arrays.stream(values).map(Math::exp).boxed().toList());
    }
}
