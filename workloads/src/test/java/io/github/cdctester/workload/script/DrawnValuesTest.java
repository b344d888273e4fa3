// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static io.github.cdctester.workload.script.ScriptReaderTest.read;
import static io.github.cdctester.workload.script.ScriptReaderTest.yamlWithValue;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the values that statements of a workload file draw. */
class DrawnValuesTest {

    private static String draw(String value, RandomNumbers numbers, int drawCount) {
        Script.Block body = read(yamlWithValue(value)).transactions().get(0).body();
        ValueRandoms draws = new ValueRandoms(
                new SplittableRandom(7), numbers, new Counters.SharedCounters(SharedNumbers.forSingleProcess(1)));
        Value newValue = body.values().get("v").value(draws, new Scope(null));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < drawCount; i++) {
            newValue.draw();
            text.append(i == 0 ? "" : " ");
            newValue.append(text);
        }
        return text.toString();
    }

    private static List<String> draw(String value) {
        return List.of(draw(value, RandomNumbers.DEFAULT, 200).split(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "7            | 7",
                "-1.50        | -1.50",
                "'7'          | '7'",
                "it's         | 'it''s'",
                "'a\\b'       | _utf8mb4 X'615c62'",
                "true         | 1",
                "false        | 0",
                "null         | NULL",
                "{sequence: 5}| 5",
            })
    void acceptsConstants(String yaml, String sql) {
        assertThat(draw(yaml, RandomNumbers.DEFAULT, 1)).isEqualTo(sql);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{ranges: {7: 9, 8..9: 1}} | ~[789]~",
                "{string: {3: 9, 5: 1}}    | ~'(...|.....)'~",
                "{bytes: {1: 1, 2: 1}}     | ~X'(..|....)'~",
                "{json: 6}                 | ~'\"[A-Za-z]{4}\"'~",
            })
    void drawsByWeights(String value, String pattern) {
        List<String> literals = draw(value);

        assertThat(literals).allMatch(literal -> literal.matches(pattern));
        assertThat(new TreeSet<>(literals)).hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "zipfian", "gaussian", "pareto", "special", "random"})
    void drawsNumbersInRange(String kind) {
        List<String> numbers = draw("{" + kind + ": -3..4}");
        assertThat(numbers)
                .allSatisfy(number -> assertThat(Long.parseLong(number)).isBetween(-3L, 4L));
        assertThat(new TreeSet<>(numbers)).hasSizeGreaterThan(2);
        assertThat(draw("{" + kind + ": 0.50..0.59}")).allMatch(number -> number.matches("0\\.5\\d"));
    }

    @Test
    void drawsWithRequestedDistribution() {
        RandomNumbers zipfian = RandomNumbers.DEFAULT.type(RandType.ZIPFIAN);
        assertThat(draw("{random: 1..1000}", zipfian, 50)).isEqualTo(draw("{zipfian: 1..1000}", zipfian, 50));
        assertThat(draw("{random: 1..1000}", zipfian, 50)).isNotEqualTo(draw("{uniform: 1..1000}", zipfian, 50));
        assertThat(draw("{zipfian: 1..1000, exponent: 20}")).containsOnly("1");
        assertThat(draw("{pareto: 1..1000, h: 0.001}"))
                .areAtLeast(150, new org.assertj.core.api.Condition<>("1"::equals, "1"));
    }

    @Test
    void drawsTextsAndTimes() {
        assertThat(draw("{letters: 3..5}")).allMatch(text -> text.matches("'[A-Za-z]{3,5}'"));
        assertThat(draw("{digits: 4}")).allMatch(text -> text.matches("'\\d{4}'"));
        assertThat(draw("{string: 8}")).allMatch(text -> text.matches("'[A-Za-z0-9]{8}'"));
        assertThat(draw("{bytes: 2}")).allMatch(text -> text.matches("X'[0-9a-f]{4}'"));
        assertThat(draw("{uuid: random}"))
                .allMatch(
                        text -> text.matches("'[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'"));
        assertThat(draw("{date: 2024-02-28..2024-03-01}")).containsOnly("'2024-02-28'", "'2024-02-29'", "'2024-03-01'");
        assertThat(draw("{timestamp: 2024-02-29T10:00:00..2024-02-29T10:00:01}", RandomNumbers.DEFAULT, 1))
                .matches("'2024-02-29 10:00:0[01]'");
        assertThat(draw("{choice: [a, 'b', 3]}")).containsOnly("'a'", "'b'", "3");
        assertThat(draw("{choice: {a: 0, b: 5}}")).containsOnly("'b'");
    }

    @Test
    void excludesValueOfNotKey() {
        Script.Block body =
                read("transactions: {t: {values: {a: {uniform: 1..2}, b: {zipfian: 1..2, exponent: 90, not: a}},"
                                + " statements: ['SELECT :a']}}")
                        .transactions()
                        .get(0)
                        .body();
        ValueRandoms draws = new ValueRandoms(
                new SplittableRandom(7),
                RandomNumbers.DEFAULT,
                new Counters.SharedCounters(SharedNumbers.forSingleProcess(1)));
        Scope scope = new Scope(null);
        Value.Numeric a = (Value.Numeric) body.values().get("a").value(draws, scope);
        scope.put("a", a);
        Value.Numeric b = (Value.Numeric) body.values().get("b").value(draws, scope);
        Set<Long> drawnNumbers = new TreeSet<>();
        for (int i = 0; i < 50; i++) {
            a.draw();
            b.draw();
            assertThat(b.current()).isEqualTo(3 - a.current());
            drawnNumbers.add(b.current());
        }
        assertThat(drawnNumbers).containsExactly(1L, 2L);
    }
}
