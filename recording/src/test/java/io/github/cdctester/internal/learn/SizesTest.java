// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.bound.Budget;
import io.github.cdctester.internal.yaml.YamlFile;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {

    @Test
    void singleNumberStaysExact() {
        Sizes sizes = new Sizes(new Budget(1 << 20));
        sizes.add(119);
        sizes.add(119);

        assertThat(sizes.drawExpression()).isEqualTo(119L);
    }

    @Test
    void weightsRangesByCount() {
        Sizes sizes = new Sizes(new Budget(1 << 20));
        for (int i = 0; i < 90; i++) {
            sizes.add(10);
        }
        for (int i = 0; i < 10; i++) {
            sizes.add(500);
        }

        assertThat(YamlFile.text(sizes.drawExpression())).isEqualTo("{10: 900, 500: 100}\n");
    }

    @Test
    void preservesMean() {
        Sizes sizes = new Sizes(new Budget(1 << 20));
        SplittableRandom random = new SplittableRandom(3);
        double addedMean = 0;
        for (int i = 0; i < 10_000; i++) {
            long number = (long) Math.exp(12 * random.nextDouble());
            addedMean += number / 10_000.0;
            sizes.add(number);
        }

        double mean = 0;
        for (Sizes.Range range : sizes.ranges(8)) {
            mean += (range.low() + range.high()) / 2.0 * range.count() / 10_000;
        }

        assertThat(mean).isCloseTo(addedMean, within(0.01 * addedMean));
        assertThat(sizes.ranges(8)).hasSizeLessThanOrEqualTo(9);
    }

    @Test
    void addsNumbersToExistingRangesAfterBudgetIsUsedUp() {
        Budget budget = new Budget(1_000);
        Sizes sizes = new Sizes(budget);
        for (long number = 1; number <= 100; number++) {
            sizes.add(number);
        }

        assertThat(budget.isExceeded()).isTrue();
        assertThat(sizes.ranges(1_000)).hasSizeBetween(2, 20);
        assertThat(sizes.ranges(1).stream().mapToLong(Sizes.Range::count).sum()).isEqualTo(100);
    }

    @Test
    void measuresDispersionOfSeconds() {
        RateOverTime evenRate = new RateOverTime();
        RateOverTime bursts = new RateOverTime();
        for (int second = 0; second < 100; second++) {
            for (int i = 0; i < 10; i++) {
                evenRate.add(second);
                bursts.add(second / 10 * 10);
            }
        }

        assertThat(evenRate.mean()).isEqualTo(10);
        assertThat(evenRate.dispersion()).isZero();
        assertThat(evenRate.arrivals()).isEqualTo(Arrivals.CONSTANT);
        assertThat(bursts.arrivals()).isEqualTo(Arrivals.POISSON);
        assertThat(bursts.mean()).isCloseTo(10, within(1.1));
        assertThat(bursts.dispersion()).isGreaterThan(80);
        assertThat(evenRate.rate()).isInstanceOf(Rate.Steady.class);
        assertThat(((Rate.Profile) bursts.rate()).heights())
                .hasSize(89)
                .filteredOn(height -> height > 9)
                .hasSize(8);
    }

    /** With random arrivals at 10 per second, a few seconds often have similar counts. */
    @ParameterizedTest
    @CsvSource({"4", "8", "30"})
    void randomArrivalsRarelyLookRegular(int seconds) {
        SplittableRandom random = new SplittableRandom(7);
        int constantCount = 0;
        for (int round = 0; round < 1_000; round++) {
            RateOverTime log = new RateOverTime();
            for (int second = 0; second < seconds + 2; second++) {
                add(log, second, 10, random);
            }
            constantCount += log.arrivals() == Arrivals.CONSTANT ? 1 : 0;
        }
        RateOverTime regular = new RateOverTime();
        for (int start = 0; start < (seconds + 2) * 99; start++) {
            regular.add(start / 99 + (start % 99 == 0 && start > 99 ? -1 : 0)); // commits that are slightly early
        }

        assertThat(constantCount).isLessThan(10);
        assertThat(regular.arrivals()).isEqualTo(seconds < 5 ? Arrivals.POISSON : Arrivals.CONSTANT);
    }

    /** A rate of 0 cannot be replayed. */
    @ParameterizedTest
    @CsvSource({"0, 4", "1, 4", "2, 2", "9, 0.444"})
    void rateWithoutCompleteSecondsIsAboveZero(int lastSecond, double expectedRate) {
        RateOverTime rateOverTime = new RateOverTime();
        for (int i = 0; i < 4; i++) {
            rateOverTime.add(i / 2 * lastSecond);
        }

        assertThat(rateOverTime.mean()).isCloseTo(expectedRate, within(0.001));
        assertThat(rateOverTime.rate()).isEqualTo(Rate.perSecond(rateOverTime.mean()));
        assertThat(rateOverTime.dispersion()).as("unknown").isZero();
    }

    @Test
    void returnsQuantiles() {
        Sizes sizes = new Sizes(new Budget(1 << 20));
        for (int i = 1; i <= 100; i++) {
            sizes.add(i);
        }

        assertThat(sizes.quantile(0.5)).isEqualTo(50);
        assertThat(sizes.quantile(0.95)).isEqualTo(95);
        assertThat(new Sizes(new Budget(1 << 20)).quantile(0.5)).isZero();
    }

    @Test
    void profileReproducesDispersion() {
        SplittableRandom random = new SplittableRandom(3);
        RateOverTime independent = new RateOverTime();
        RateOverTime waves = new RateOverTime();
        RateOverTime replayed = new RateOverTime();
        for (int second = 0; second < 500; second++) {
            add(independent, second, 100, random);
            add(waves, second, second / 20 % 2 == 0 ? 50 : 150, random);
        }
        Rate.Profile profile = (Rate.Profile) waves.rate();
        for (int second = 0; second < 500; second++) {
            double height = profile.heights().get(second % profile.heights().size());
            add(replayed, second, profile.perSecond() * height, random);
        }

        assertThat(independent.rate()).isInstanceOf(Rate.Steady.class);
        assertThat(independent.arrivals()).isEqualTo(Arrivals.POISSON);
        assertThat(profile.perSecond()).isEqualTo(waves.mean());
        assertThat(replayed.dispersion()).isCloseTo(waves.dispersion(), withinPercentage(10));
    }

    /** Uses the normal approximation of a Poisson distribution. */
    private static void add(RateOverTime rateOverTime, int second, double mean, SplittableRandom random) {
        long count = Math.round(mean + Math.sqrt(mean) * random.nextGaussian());
        for (long i = 0; i < count; i++) {
            rateOverTime.add(second);
        }
    }
}
