// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkdownTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '^',
            quoteCharacter = '"',
            value = {
                "a|b                    ^ a\\|b",
                "`rm -rf`               ^ \\`rm -rf\\`",
                "<img src=x onerror=y>  ^ \\<img src=x onerror=y\\>",
                "[x](http://evil)       ^ \\[x\\](http:\\//evil)",
                "www.evil.example       ^ www\\.evil.example",
                "@everyone, me@host     ^ @&#8203;everyone, me@&#8203;host",
                "'root'@'%'             ^ 'root'@'%'",
                "see #12                ^ see #&#8203;12",
                "&lt;b&gt;              ^ \\&lt;b\\&gt;",
                "*a* __b__ ~~c~~        ^ \\*a\\* \\_\\_b\\_\\_ \\~\\~c\\~\\~",
                "oltp_insert, 12 % ~    ^ oltp_insert, 12 % ~",
                "$a$ \\                 ^ \\$a\\$ \\\\",
            })
    void escapesNames(String name, String escapedName) {
        assertThat(Markdown.escaped(name)).isEqualTo(escapedName);
    }

    @Test
    void keepsNameOnOneLine() {
        assertThat(Markdown.escaped("a\n\n# b\r\n\u001b[31m")).isEqualTo("a #" + " b \ufffd\\[31m");
    }

    @Test
    void joinsConsecutiveItemsToList() {
        assertThat(new Markdown()
                        .item("a: 1")
                        .item("b: 2")
                        .paragraph("c", "3")
                        .item("d: 4")
                        .toString())
                .isEqualTo("- a: 1\n- b: 2\n\n**c** 3\n\n- d: 4\n");
    }
}
