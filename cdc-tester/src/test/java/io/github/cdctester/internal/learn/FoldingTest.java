// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldingTest {

    private static Folding folded(String operations) {
        Folding folding = new Folding();
        folding.clear();
        for (char operation : operations.toCharArray()) {
            folding.add(operation, operation);
        }
        folding.end();
        return folding;
    }

    private static String text(Folding folding) {
        StringBuilder text = new StringBuilder();
        int loop = 0;
        for (int place = 0; place < folding.count(); place++) {
            if (loop < folding.loops() && folding.start(loop) == place) {
                text.append('(');
            }
            text.append((char) folding.operation(place));
            if (loop < folding.loops() && folding.start(loop) + folding.period(loop) == place + 1) {
                text.append(')').append(folding.times(loop++));
            }
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "abcd, abcd",
        "aaaa, (a)4",
        "abcbcbcd, a(bc)3d",
        "abcbcb, a(bc)2b",
        "aabbcc, (a)2(b)2(c)2",
        "duuuduuud, d(u)3d(u)3d",
        "wdcwdcx, (wdc)2x",
        "abababcabab, (ab)3c(ab)2",
    })
    void writesWhatIsRepeatedOnce(String operations, String expected) {
        assertThat(text(folded(operations))).isEqualTo(expected);
    }

    @Test
    void knowsAKindWhateverTheNumberOfRounds() {
        assertThat(folded("abcbcd").hash()).isEqualTo(folded("abcbcbcbcd").hash());
        assertThat(folded("abcbcd").hash()).isNotEqualTo(folded("abcd").hash());
        assertThat(folded("abcd").hash()).isNotEqualTo(folded("acbd").hash());
    }

    @Test
    void givesUpTheOrderOfWhatIsTooLong() {
        StringBuilder operations = new StringBuilder("xx");
        for (int i = 0; i < 100; i++) {
            operations.append((char) ('a' + i * i % 7)).append((char) ('k' + i * i % 11));
        }

        Folding folding = folded(operations.toString());

        assertThat(text(folding)).startsWith("(x)2(a)");
        long all = 0;
        for (int loop = 0; loop < folding.loops(); loop++) {
            all += folding.times(loop);
        }
        assertThat(all).isEqualTo(202);
    }
}
