// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RandomTextTest {

    private final RandomText text = new RandomText(new SplittableRandom(4));

    @Test
    void hasLettersAndDigitsOfGivenLengths() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(textOf(to -> text.appendLettersAndDigits(to, 14, 24))).matches("'[A-Za-z0-9]{14,24}'");
            assertThat(textOf(to -> text.appendDigits(to, 16))).matches("'[0-9]{16}'");
            assertThat(textOf(to -> text.appendData(to, 26, 50))).matches("'[A-Za-z0-9]{26,50}'");
            assertThat(textOf(text::appendAddress)).matches("('[A-Za-z0-9]{10,20}',){3}'[A-Z]{2}','[0-9]{4}11111'");
        }
    }

    @Test
    void tenPercentOfDataContainOriginal() {
        int countOfOriginal = 0;
        for (int i = 0; i < 10_000; i++) {
            countOfOriginal += textOf(to -> text.appendData(to, 26, 50)).contains("ORIGINAL") ? 1 : 0;
        }
        assertThat(countOfOriginal).isBetween(900, 1_100);
    }

    @Test
    void writesDecimalsWithAllDigits() {
        assertThat(textOf(to -> text.appendDecimal(to, 5, 5, 4))).isEqualTo("0.0005");
        assertThat(textOf(to -> text.appendDecimal(to, 10_000, 10_000, 2))).isEqualTo("100.00");
        assertThat(textOf(to -> text.appendDecimal(to, 999_999, 999_999, 2))).isEqualTo("9999.99");
        assertThat(textOf(to -> text.appendDecimal(to, 0, 0, 2))).isEqualTo("0.00");
    }

    @Test
    void permutesAllNumbers() {
        int[] numbers = text.permutation(3_000);
        assertThat(numbers).doesNotHaveDuplicates().hasSize(3_000).contains(1, 3_000);
        assertThat(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3).isFalse();
    }

    private static String textOf(Consumer<StringBuilder> value) {
        StringBuilder to = new StringBuilder();
        value.accept(to);
        return to.toString();
    }
}
