// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FoldingTest {

    private static String text(Folding folding) {
        StringBuilder text = new StringBuilder(folding.operations());
        for (int i = folding.loops().size() - 1; i >= 0; i--) {
            Folding.Loop loop = folding.loops().get(i);
            text.insert(loop.start() + loop.period(), ")" + loop.times()).insert(loop.start(), '(');
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
    void foldsRepetitions(String operations, String expected) {
        Folding folding = Folding.of(operations);

        assertThat(text(folding)).isEqualTo(expected);
        for (int index = 0; index < folding.firstStatements().size(); index++) {
            assertThat(operations.charAt(folding.firstStatements().get(index)))
                    .isEqualTo(folding.operations().charAt(index));
        }
    }

    private static Object kind(String operations) {
        return Folding.of(operations).kind();
    }

    @Test
    void kindIgnoresNumberOfRepetitions() {
        assertThat(kind("abcbcd")).isEqualTo(kind("abcbcbcbcd"));
        assertThat(kind("abcbcd")).isNotEqualTo(kind("abcd"));
        assertThat(kind("abcd")).isNotEqualTo(kind("acbd"));
    }

    @Test
    void ignoresOrderOfTooLongSequence() {
        StringBuilder operations = new StringBuilder("xx");
        for (int i = 0; i < 100; i++) {
            operations.append((char) ('a' + i * i % 7)).append((char) ('k' + i * i % 11));
        }

        Folding folding = Folding.of(operations.toString());

        assertThat(text(folding)).startsWith("(x)2(a)");
        assertThat(folding.loops().stream().mapToLong(Folding.Loop::times).sum())
                .isEqualTo(202);
    }
}
