// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.yaml.YamlFile;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SizesTest {

    @Test
    void saysASingleNumberAsItIs() {
        Sizes sizes = new Sizes();
        sizes.add(119);
        sizes.add(119);

        assertThat(sizes.drawn()).isEqualTo(119L);
    }

    @Test
    void weighsRangesByWhatTheyHave() {
        Sizes sizes = new Sizes();
        for (int i = 0; i < 90; i++) {
            sizes.add(10);
        }
        for (int i = 0; i < 10; i++) {
            sizes.add(500);
        }

        assertThat(YamlFile.text(sizes.drawn())).isEqualTo("{10: 900, 500: 100}\n");
    }

    @Test
    void keepsTheMean() {
        Sizes sizes = new Sizes();
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 10_000; i++) {
            sizes.add((long) Math.exp(12 * random.nextDouble()));
        }

        double mean = 0;
        for (Sizes.Range range : sizes.ranges(8)) {
            mean += (range.low() + range.high()) / 2.0 * range.count() / 10_000;
        }

        assertThat(mean).isCloseTo(sizes.mean(), within(0.01 * sizes.mean()));
        assertThat(sizes.ranges(8)).hasSizeLessThanOrEqualTo(9);
    }

    @Test
    void tellsHowEvenlySecondsCame() {
        RateOverTime even = new RateOverTime();
        RateOverTime bursts = new RateOverTime();
        for (int second = 0; second < 100; second++) {
            for (int i = 0; i < 10; i++) {
                even.add(second);
                bursts.add(second / 10 * 10);
            }
        }

        assertThat(even.mean()).isEqualTo(10);
        assertThat(even.dispersion()).isZero();
        assertThat(bursts.mean()).isCloseTo(10, within(1.1));
        assertThat(bursts.dispersion()).isGreaterThan(80);
        assertThat(even.course().isSteady()).isTrue();
        assertThat(bursts.course().heights())
                .hasSize(89)
                .filteredOn(height -> height > 9)
                .hasSize(8);
    }

    @Test
    void writesASecondsDispersionAgainWithThatOfIndependentStarts() {
        SplittableRandom random = new SplittableRandom(3);
        RateOverTime independent = new RateOverTime();
        RateOverTime waves = new RateOverTime();
        RateOverTime again = new RateOverTime();
        for (int second = 0; second < 500; second++) {
            add(independent, second, 100, random);
            add(waves, second, second / 20 % 2 == 0 ? 50 : 150, random);
        }
        Rate course = waves.course();
        for (int second = 0; second < 500; second++) {
            double height = course.heights().get(second % course.heights().size());
            add(again, second, course.perSecond() * height, random);
        }

        assertThat(independent.course().isSteady()).isTrue();
        assertThat(course.perSecond()).isEqualTo(waves.mean());
        assertThat(again.dispersion()).isCloseTo(waves.dispersion(), withinPercentage(10));
    }

    /** As many as a Poisson distribution of this mean draws, by its normal approximation. */
    private static void add(RateOverTime to, int second, double mean, SplittableRandom random) {
        long count = Math.round(mean + Math.sqrt(mean) * random.nextGaussian());
        for (long i = 0; i < count; i++) {
            to.add(second);
        }
    }
}
