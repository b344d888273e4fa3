// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlFileTest {

    private static YamlNode parse(String text) {
        return YamlFile.parse("f.yaml", text, Map.of());
    }

    @Test
    void storesLineOfEachNode() {
        YamlNode root = parse("# first\na: 1\nb:\n  c: [x, 'y']\n");
        assertThat(root.required("a").fileAndLine()).isEqualTo("f.yaml:2");
        YamlNode second = root.required("b").required("c").elements().get(1);
        assertThat(second.text()).isEqualTo("y");
        assertThat(second.isPlain()).isFalse();
        assertThat(second.error("y", "z")).hasMessage("f.yaml:4: b.c[2]: 'y' must be z");
    }

    @Test
    void replacesOptionsInValues() {
        YamlNode root = YamlFile.parse("f.yaml", "a: 1..$rows\nb: {c: $rows, d: $other $$.x}\n", Map.of("rows", "77"));
        assertThat(root.required("a").text()).isEqualTo("1..77");
        assertThat(root.required("b").required("c").wholeNumber(0, 100)).isEqualTo(77);
        assertThat(root.required("b").required("d").text()).isEqualTo("$other $$.x");
    }

    /** An option's value is inserted as a scalar. */
    @Test
    void optionValueIsNotParsedAsYaml() {
        YamlNode root = YamlFile.parse("f.yaml", "a: $x\n", Map.of("x", "1\nb: 2"));
        assertThat(root.required("a").text()).isEqualTo("1\nb: 2");
        assertThat(root.get("b")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\n  b: 2           | f.yaml:2: not valid YAML: mapping values are not allowed here; put a text",
                "a: &x [1]\\nb: *x       | f.yaml:2: aliases (*name) are not supported; write the value out",
                "a: !!java.net.URL [u]   | f.yaml:1: tags (!name) are not supported; leave it out",
                "a: !x 1                 | f.yaml:1: tags (!name) are not supported",
                "a: 1\\na: 2             | f.yaml:2: a: given twice",
                "a: 1\\n---\\nb: 2       | f.yaml:2: a second document begins here",
                "[a, b]: 1               | f.yaml:1: the key is not a word",
                "a: 'x                   | close the quote of line 1",
                "a: {b: [1, 2}           | close the bracket of line 1",
                "a: [1, 2\\nb: 3         | close the bracket of line 1",
                "a:\\n\\tb: 3            | indent with spaces, not tabs",
                "# nothing               | f.yaml: empty; give keys with values",
            })
    void errorContainsLine(String text, String message) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> parse(text.replace("\\n", "\n").replace("\\t", "\t")))
                .withMessageContaining(message);
    }

    @Test
    void rejectsOversizedInput() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> parse("a: " + "[".repeat(100_000)))
                .withMessageContaining("nested deeper than 32");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> parse("a: " + "x".repeat(YamlFile.MAX_CHARACTERS)))
                .withMessageContaining("f.yaml: has 1048579 characters, must have at most 1048576");
        StringBuilder laughs = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 20; i++) {
            laughs.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "x]\n");
        }
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> parse(laughs.toString()))
                .withMessageContaining("aliases");
    }

    @Test
    void showsInvalidValueOnOneLine() {
        YamlNode node = parse("a: \"x\\ny" + "z".repeat(100) + "\"\n").required("a");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> node.wholeNumber(1, 5))
                .withMessageStartingWith(
                        "f.yaml:1: a: 'x yzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…' must be a whole")
                .withMessageEndingWith("z…' must be a whole number from 1 to 5");
    }
}
