// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.internal.steps.StepFinder.RawStep;
import io.github.cdctester.internal.steps.StepFinder.RawSteps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each simulated series has a fixed seed, so that a failure can be reproduced. */
final class StepFinderTest {

    private static final int HOUR_SECONDS = 3_600;
    private static final int SERIES_COUNT = 1_000;

    /** A published series: five steps up, one every 35 s after 300 s, and five steps down after 600 s. */
    private static final double[] LADDER = {0.5, 1, 2.375, 5.5, 11.125, 22.375, 11.125, 5.5, 2.375, 1, 0.5};

    private static final int[] CHANGE_SECONDS = {335, 370, 405, 440, 475, 737, 830, 879, 932, 992};

    @Test
    void findsPublishedStepsExactly() {
        RawSteps rawSteps = find(1_200, second -> ladder((int) second), second -> true);

        assertThat(rawSteps.noise()).isZero();
        assertThat(rawSteps.steps()).isEqualTo(ladderSteps());
    }

    @Test
    void findsStepsExactlyIfSecondsBetweenThemAreMissing() {
        Random random = new Random(17);
        boolean[] hasValue = new boolean[1_201];
        for (int i = 0; i < hasValue.length; i++) {
            hasValue[i] = random.nextInt(5) > 0;
        }
        for (int change : CHANGE_SECONDS) {
            hasValue[change - 1] = true;
            hasValue[change] = true;
        }
        RawSteps rawSteps = find(1_200, second -> ladder((int) second), second -> hasValue[second]);

        assertThat(rawSteps.steps()).isEqualTo(ladderSteps());
    }

    @Test
    void boundsStepByMissingSeconds() {
        RawSteps rawSteps = find(1_200, second -> ladder((int) second), second -> second < 365 || second > 375);

        assertThat(rawSteps.steps().get(1)).isEqualTo(new RawStep(364, 376, 1, 2.375));
        assertThat(rawSteps.steps()).hasSize(10);
    }

    @Test
    void reportsNoiselessRampAsSingleStep() {
        RawSteps rawSteps =
                find(120, second -> second < 40 ? 1 : second > 60 ? 32 : 1 + (second - 39) * 31 / 22, second -> true);

        assertThat(rawSteps.steps()).isEqualTo(List.of(new RawStep(39, 61, 1, 32)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void findsStepsInNoise(long seed) {
        Random random = new Random(seed);
        // the standard deviation of the noise is 5 % of each value
        RawSteps rawSteps =
                find(1_200, second -> ladder((int) second) * (1 + 0.05 * random.nextGaussian()), second -> true);

        assertThat(rawSteps.steps()).hasSize(10);
        for (int i = 0; i < CHANGE_SECONDS.length; i++) {
            RawStep step = rawSteps.steps().get(i);
            assertThat(step.beginSecond()).isCloseTo(CHANGE_SECONDS[i] - 1, within(1.0));
            assertThat(step.endSecond()).isCloseTo(CHANGE_SECONDS[i], within(1.0));
            assertThat(step.from()).isCloseTo(LADDER[i], within(0.03 * LADDER[i]));
            assertThat(step.to()).isCloseTo(LADDER[i + 1], within(0.03 * LADDER[i + 1]));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void findsRampsAndJumpsOfCpu(long seed) {
        Random random = new Random(seed);
        // CPU: 8 %, a ramp of 60 s to 88 %, a jump to 45 %, a ramp of 15 s to 8 %
        DoubleUnaryOperator cpu = second -> second < 300
                ? 8
                : second < 360
                        ? 8 + 80 * (second - 300) / 60
                        : second < 600 ? 88 : second < 900 ? 45 : second < 915 ? 45 - 37 * (second - 900) / 15 : 8;
        RawSteps rawSteps = find(
                1_200,
                second -> {
                    double spike = random.nextInt(200) == 0 ? 40 : 0;
                    return Math.max(0, cpu.applyAsDouble(second) + 5 * random.nextGaussian() + spike);
                },
                second -> random.nextInt(20) > 0);

        assertThat(rawSteps.noise()).isBetween(4.0, 6.5);
        assertThat(rawSteps.steps()).hasSize(3);
        assertStep(rawSteps.steps().get(0), 300, 360, 8, 88, 12);
        assertStep(rawSteps.steps().get(1), 599, 600, 88, 45, 3);
        assertStep(rawSteps.steps().get(2), 900, 915, 45, 8, 8);
    }

    private static void assertStep(RawStep step, int begin, int end, double from, double to, double toleranceSeconds) {
        assertThat(step.beginSecond()).isCloseTo(begin, within(toleranceSeconds));
        assertThat(step.endSecond()).isCloseTo(end, within(toleranceSeconds));
        assertThat(step.from()).isCloseTo(from, within(2.5));
        assertThat(step.to()).isCloseTo(to, within(2.5));
    }

    @Test
    void ignoresSpikes() {
        Random random = new Random(5);
        RawSteps noisySteps =
                find(HOUR_SECONDS, second -> 50 + random.nextGaussian() + (second % 100 < 2 ? 30 : 0), second -> true);
        RawSteps exactSteps = find(HOUR_SECONDS, second -> second % 200 < 2 ? 30 : 0, second -> true);

        assertThat(noisySteps.steps()).isEmpty();
        assertThat(exactSteps.steps()).isEmpty();
    }

    @Test
    void findsStepsInStaircaseButNotInDrift() {
        RawSteps climb = find(
                1_200,
                second -> second < 300 ? 512 : Math.min(22_912, 512 + 128 * Math.floor((second - 296) / 4)),
                second -> true);
        List<RawStep> steps = climb.steps();

        assertThat(steps).hasSizeBetween(50, 100).allMatch(step -> step.to() > step.from());
        assertThat(steps.get(0).beginSecond()).isBetween(299.0, 310.0);
        assertThat(steps.get(steps.size() - 1).endSecond()).isBetween(990.0, 1_000.0);
        assertThat(steps.get(0).from()).isEqualTo(512);
        assertThat(steps.get(steps.size() - 1).to()).isEqualTo(22_912);
        assertThat(find(HOUR_SECONDS, second -> 4_096 * second, second -> true).steps())
                .isEmpty();
    }

    @Test
    void findsAddedAndRemovedNodes() {
        int[][] levels = {
            {1, 4}, {2, 4}, {3, 6}, {4, 8}, {3, 3}, {4, 6}, {3, 6}, {2, 6}, {1, 5}, {2, 4}, {4, 22}, {3, 6}, {1, 5}
        };
        List<Double> nodes = new ArrayList<>();
        for (int[] level : levels) {
            for (int i = 0; i < level[1]; i++) {
                nodes.add((double) level[0]);
            }
        }
        double[] values = nodes.stream().mapToDouble(Double::doubleValue).toArray();
        double[] seconds =
                IntStream.rangeClosed(1, values.length).asDoubleStream().toArray();

        assertThat(StepFinder.find(seconds, values).steps())
                .extracting(step -> (int) step.from(), step -> (int) step.to())
                .containsExactly(
                        tuple(1, 2),
                        tuple(2, 3),
                        tuple(3, 4),
                        tuple(4, 3),
                        tuple(3, 4),
                        tuple(4, 3),
                        tuple(3, 2),
                        tuple(2, 1),
                        tuple(1, 2),
                        tuple(2, 4),
                        tuple(4, 3),
                        tuple(3, 1));
    }

    @Test
    void findsNoStepsInRandomSmallCounts() {
        Random random = new Random(11);
        for (int series = 0; series < 50; series++) {
            double[] values = random.doubles(600)
                    .map(uniform -> 1 + Math.floor(3 * uniform))
                    .toArray();
            double[] seconds =
                    IntStream.rangeClosed(1, values.length).asDoubleStream().toArray();
            assertThat(StepFinder.find(seconds, values).steps())
                    .as("series %d", series)
                    .isEmpty();
        }
    }

    @Test
    void hasNoStepsForFewOrConstantValues() {
        assertThat(find(0, second -> second, second -> true).steps()).isEmpty();
        assertThat(find(5, second -> second, second -> true).steps()).isEmpty();
        assertThat(find(HOUR_SECONDS, second -> 7, second -> true).steps()).isEmpty();
        assertThat(find(10, second -> second % 2, second -> true).steps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void findsFalseStepInAtMostOneOf1000Hours(double autocorrelation) {
        assertThat(countSeriesWithFalseStep(HOUR_SECONDS, autocorrelation)).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 120})
    void findsNoMoreFalseStepsInShorterSeries(int seconds) {
        assertThat(countSeriesWithFalseStep(seconds, 0)).isLessThanOrEqualTo(1);
    }

    private static long countSeriesWithFalseStep(int seconds, double autocorrelation) {
        return IntStream.range(0, SERIES_COUNT)
                .parallel()
                .filter(seed -> !findInNoise(seconds, autocorrelation, new Random(seed))
                        .steps()
                        .isEmpty())
                .count();
    }

    private static RawSteps findInNoise(int seconds, double autocorrelation, Random random) {
        double[] previous = {random.nextGaussian() / Math.sqrt(1 - autocorrelation * autocorrelation)};
        return find(
                seconds,
                second -> {
                    previous[0] = autocorrelation * previous[0] + random.nextGaussian();
                    return 50 + previous[0];
                },
                second -> true);
    }

    private static double ladder(int second) {
        int level = 0;
        while (level < CHANGE_SECONDS.length && second >= CHANGE_SECONDS[level]) {
            level++;
        }
        return LADDER[level];
    }

    private static List<RawStep> ladderSteps() {
        List<RawStep> steps = new ArrayList<>();
        for (int i = 0; i < CHANGE_SECONDS.length; i++) {
            steps.add(new RawStep(CHANGE_SECONDS[i] - 1, CHANGE_SECONDS[i], LADDER[i], LADDER[i + 1]));
        }
        return steps;
    }

    private static RawSteps find(int count, DoubleUnaryOperator value, IntPredicate hasValue) {
        double[] seconds = new double[count];
        double[] values = new double[count];
        int index = 0;
        for (int second = 1; second <= count; second++) {
            double current = value.applyAsDouble(second);
            if (hasValue.test(second)) {
                seconds[index] = second;
                values[index++] = current;
            }
        }
        return StepFinder.find(Arrays.copyOf(seconds, index), Arrays.copyOf(values, index));
    }
}
