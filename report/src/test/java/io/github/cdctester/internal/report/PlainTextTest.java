// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.text.PlainText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlainTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"plain", "", "Größe µs ±1 … 漢字 🙂", "a `b` 'c' <d>\\e", "with\ttabs and\nline ends\n"})
    void keepsPrintableText(String text) {
        assertThat(PlainText.lines(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 8, '\r', 0x1b, 0x7f, 0x85, 0x9b, 0x9d, 0xad, 0x200b, 0x202e, 0x2028, 0x2029, 0x2066, 0xd800,
                0xfeff
            })
    void replacesControlCharacters(int character) {
        String text = "a" + Character.toString(character) + "b";
        assertThat(PlainText.lines(text)).isEqualTo("a\ufffdb");
    }

    @Test
    void groupsThousands() {
        assertThat(PlainText.withThousandsSeparators(87_987)).isEqualTo("87,987");
        assertThat(PlainText.withNoun(1_000, "row")).isEqualTo("1,000 rows");
        assertThat(PlainText.withThousandsSeparators("LOST 12345, 691 of 7780 not seen, 1234.56789"))
                .isEqualTo("LOST 12,345, 691 of 7,780 not seen, 1,234.56789");
    }

    @Test
    void joinsLines() {
        assertThat(PlainText.line(" a \r\n b\n\u001b[31mc\n")).isEqualTo(" a b \ufffd[31mc");
    }
}
