// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.internal.yaml.YamlFile;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyFitTest {

    private static Collection<Integer> drawCounts(RandType type, double exponent, int keyCount, int touchCount) {
        Map<Long, Integer> counts = new HashMap<>();
        RandomNumbers numbers =
                new RandomNumbers(type, 0, RandomNumbers.DEFAULT.special(), RandomNumbers.DEFAULT.paretoH(), exponent);
        RowNumbers rows = RowNumbers.of(numbers, keyCount, new SplittableRandom(5));
        for (int i = 0; i < touchCount; i++) {
            long hash = rows.next() * 0x9E37_79B9_7F4A_7C15L;
            hash = (hash ^ hash >>> 32) * 0xD6E8_FEB8_6659_FD93L;
            counts.merge(hash ^ hash >>> 29, 1, Integer::sum);
        }
        return counts.values();
    }

    private static String text(KeyFit fit, String rows) {
        return YamlFile.text(fit.rowNumberExpression(rows)).strip();
    }

    @ParameterizedTest
    @CsvSource({
        "0.5,    1000,   50000",
        "0.8,   10000,   50000",
        "0.8, 1000000,  500000",
        "0.99, 100000,  200000",
        "1.2,   10000,   20000",
        "1.2, 1000000,  500000",
    })
    void findsExponentOfZipfDistribution(double exponent, int keyCount, int touchCount) {
        KeyFit fit = KeyFit.of(drawCounts(RandType.ZIPFIAN, exponent, keyCount, touchCount), keyCount, 0);

        assertThat(fit.exponent()).isCloseTo(exponent, within(0.03));
        assertThat(fit.misfit()).isLessThan(0.03);
        assertThat(text(fit, "$rows")).startsWith("{zipfian: 1..$rows, exponent: ");
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 50000",
        "10000, 10000",
        "100000, 300000",
        "1000000, 500000",
    })
    void recognizesUniformKeys(int keyCount, int touchCount) {
        Collection<Integer> counts = drawCounts(RandType.UNIFORM, 0, keyCount, touchCount);

        assertThat(text(KeyFit.of(counts, keyCount, 0), "9")).isEqualTo("{uniform: 1..9}");
        assertThat(KeyFit.of(counts, 0, keyCount).exponent()).isZero();
        assertThat((double) KeyFit.of(counts, 0, 0).keys()).isCloseTo(keyCount, within(keyCount * 0.05));
    }

    @Test
    void describesOtherDistributionByRanges() {
        KeyFit fit = KeyFit.of(drawCounts(RandType.SPECIAL, 0, 10_000, 200_000), 10_000, 0);

        assertThat(fit.misfit()).isGreaterThan(0.1);
        assertThat(text(fit, "$rows")).startsWith("ranges: {1: ").contains("..10000: ");
        long hotTouchCount = fit.ranks().stream()
                .filter(range -> range.high() <= 80)
                .mapToLong(Sizes.Range::count)
                .sum();
        assertThat(hotTouchCount / 200_000.0).isCloseTo(0.7, within(0.1));
    }
}
