// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.workload.ConsistentWorkload;
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

class ScriptReaderTest {

    private static Script read(String yaml) {
        return ScriptReader.read(Scripted.yaml("w", yaml));
    }

    /** For tables with equal columns, {@code learn} writes such INSERTs into copies. */
    @Test
    void readsInsertOfSeveralRowsIntoCopies() {
        Script script = read("tables: {t: {columns: {a: INT, b: INT}, rows: 4, copies: 2, values: {a: {digit: row}}}}\n"
                + "transactions: {k: {values: {c: {uniform: 1..2}}, statements: [{sql: \"INSERT INTO t:c (`a`, `b`)"
                + " VALUES (:r, :v)\", rows: 3, values: {r: {next: t.a}, v: {uniform: 1..9}}}]}}");
        Script.Sql sql =
                (Script.Sql) script.transactions().get(0).body().steps().get(0);
        assertThat(sql.forCopy(2).sql().preparedText()).startsWith("INSERT INTO t2 (");
        assertThat(sql.forCopy(2).sql().rowStart()).isEqualTo("(");
    }

    /** The transaction has one value. */
    private static String yamlWithValue(String value) {
        return "transactions: {t: {values: {v: " + value + "}, statements: [\"SELECT :v\"]}}";
    }

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

    /** Such text could end the list of columns, or contain a query or another statement. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "INT) AS SELECT user, authentication_string FROM mysql.user -- ",
                "INT) TABLE mysql.user #",
                "INT DEFAULT ((SELECT 1))",
                "INT; DROP TABLE x",
                "INT /*! ) SELECT 1 */",
                "INT COMMENT 'a\\\\') AS SELECT 1 -- '",
                "CHAR(4",
                "CHAR 4)("
            })
    void rejectsTextPastColumnDefinition(String text) {
        String quotedText = "'" + text.replace("'", "''") + "'";
        for (String tables : List.of(
                "{a: {columns: {id: " + quotedText + "}}}",
                "{a: {columns: {id: INT}, keys: [" + quotedText + "]}}",
                "{a: {columns: {id: INT}, table-options: " + quotedText + "}}")) {
            assertThatExceptionOfType(InvalidPlanException.class)
                    .as(tables)
                    .isThrownBy(() -> read("tables: " + tables + "\n" + yamlWithValue("1")))
                    .withMessageStartingWith("w:1: tables.a.");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ENUM('a)', 'b;--', 'it''s') NOT NULL COMMENT 'SELECT'",
                "DECIMAL(12,2) GENERATED ALWAYS AS (1 + (2)) STORED",
                "VARCHAR(9) DEFAULT \"x\" CHECK (`id` <> '#')"
            })
    void acceptsTypesWithParenthesesAndTexts(String type) {
        String quotedText = "'" + type.replace("'", "''") + "'";
        assertThat(read("tables: {a: {columns: {id: " + quotedText + "}}}\n" + yamlWithValue("1"))
                        .tables()
                        .get(0)
                        .create())
                .contains(type);
    }

    @Test
    void derivesKeyColumnsFromRowNumber() {
        Script script = read("tables: {t: {columns: {a: INT, b: INT, c: CHAR(4)}, rows: 4, copies: 2, values: {"
                + "a: {digit: row, divide: 2}, b: {digit: row, modulo: 2}, c: {digit: row, width: 4}}}}\n"
                + "transactions: {x: {values: {n: {uniform: 1..2}, r: {sequence: 3}, k: {digit: r, divide: 2}}, statements: ["
                + "\"INSERT INTO t:n (a) VALUES (:k)\"]}}");

        assertThat(script.tables()).extracting(Script.Table::name).containsExactly("t1", "t2");
        Counters.RowCounters rowCounters = new Counters.RowCounters();
        ValueRandoms draws = new ValueRandoms(new SplittableRandom(7), RandomNumbers.DEFAULT, rowCounters);
        List<Value> newValues = script.tables().get(0).values().values().stream()
                .map(source -> source.value(draws, new Scope(null)))
                .toList();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            rowCounters.setRow(i);
            for (Value value : newValues) {
                value.draw();
                value.append(text.append(' '));
            }
        }
        assertThat(text.toString()).isEqualTo(" 1 1 '0001' 1 2 '0002' 2 1 '0003' 2 2 '0004'");
        Script.Sql insert =
                (Script.Sql) script.transactions().get(0).body().steps().get(0);
        assertThat(insert.copyParameter()).isEqualTo("n");
        assertThat(insert.forCopy(2).sql().preparedText()).isEqualTo("INSERT INTO t2 (a) VALUES (?)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "version: 2 | w:1: version: is 2, but this cdc-tester reads up to 1: use a newer one",
                "version: x | w:1: version: 'x' must be a whole number from 1 to 2147483647",
                "rate: 0    | w:1: rate: '0' must be transactions a second, a number above 0, at most 10000000",
                "profile: {seconds: 1, heights: [1]} | w:1: profile: given, must be together with a rate, which is its mean",
            })
    void rejectsInvalidTopLevelValues(String line, String message) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(
                        () -> read(line + "\nnews: 1\n".repeat(line.contains("2") ? 1 : 0) + "\n" + yamlWithValue("1")))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{sql: 'INSERT INTO t (a) VALUES (1)', rows: 2}        | needs INSERT",
                "{sql: 'UPDATE t SET a = :v', rows: 2}                 | needs INSERT",
                "{sql: 'INSERT INTO t (a) VALUES (:v)', rows: 0}       | from 1 to 100000",
                "{sql: 'INSERT INTO t (a) VALUES (:v)', values: {w: 1}}| values: needs rows",
                "'DELETE FROM t:w'                                     | :w is not known here",
                "'DELETE FROM t:s'                                     | must be a whole number that is drawn",
            })
    void rejectsStatementsOfSeveralRowsOrTables(String statement, String message) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> read("tables: {t: {columns: {a: INT}, copies: 2}}\n"
                        + "transactions: {x: {values: {v: {uniform: 1..2}, s: text}, statements: [" + statement
                        + "]}}"))
                .withMessageContaining(message);
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

    @Test
    void quotesTableAndColumnNames() {
        Script.Table table = read("tables: {order: {columns: {key: INT PRIMARY KEY, to: INT}, keys: [KEY (`to`)],"
                        + " table-options: ENGINE=InnoDB}}\n" + yamlWithValue("1"))
                .tables()
                .get(0);
        assertThat(table.create())
                .isEqualTo("CREATE TABLE `order` (`key` INT PRIMARY KEY, `to` INT, KEY (`to`)) ENGINE=InnoDB");
    }

    @Test
    void optionsReplaceValuesOfFile() {
        Scripted spec = Scripted.yaml(
                "w",
                "options: {rows: 5}\ntables: {a: {columns: {id: INT}, rows: $rows, values: {id: 1}}}\n"
                        + yamlWithValue("1"));
        assertThat(ScriptReader.read(spec).tables().get(0).rows()).isEqualTo(5);
        assertThat(ScriptReader.read(spec.option("rows", "9")).tables().get(0).rows())
                .isEqualTo(9);
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> ScriptReader.read(spec.option("row", "9")))
                .withMessage("workloadOption: row=9, must be one of the options of w: rows");
    }

    @Test
    void checksBecomeConditions() {
        assertThat(ScriptWorkload.of(Scripted.yaml("w", yamlWithValue("1")), SharedNumbers.forSingleProcess(1)))
                .isNotInstanceOf(ConsistentWorkload.class);
        assertThat(ScriptWorkload.of(
                        Scripted.yaml("w", "checks: {c: SELECT 1 FROM t}\n" + yamlWithValue("1")),
                        SharedNumbers.forSingleProcess(1)))
                .isInstanceOf(ConsistentWorkload.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "tables: {}                       | w:1: 'transactions' is missing",
                "transaction: {}                  | w:1: transaction: unknown key; did you mean transactions?",
                "transactions: []                 | w:1: transactions: must be keys with values, not a list",
                "transactions: {}                 | w:1: transactions: empty; give keys with values",
                "transactions: {t: {}}            | w:1: transactions.t: 'statements' is missing",
                "transactions: {t: {statements: []}}      | w:1: transactions.t.statements: empty; give a list",
                "transactions: {t: {statements: [x]}}     | w:1: transactions.t.statements[1]: 'x' must be a"
                        + " statement that begins with",
                "transactions: {t: {statements: [LOAD DATA LOCAL INFILE 'x' INTO TABLE t]}} | w:1:"
                        + " transactions.t.statements[1]: 'LOAD DATA LOCAL INFILE 'x' INTO TABLE t'",
                "transactions: {t: {statements: ['SELECT 1; DROP TABLE x']}} | w:1: transactions.t.statements[1]:"
                        + " several statements, must be one statement;",
                "transactions: {t: {statements: ['REPLACE INTO x VALUES (1)']}} | REPLACE does not report whether"
                        + " it changed",
                "transactions: {t: {statements: ['SELECT :v']}}  | w:1: transactions.t.statements[1]: :v is not"
                        + " known here; there are no values,",
                "transactions: {t: {values: {u: 1}, statements: ['SELECT :v']}}  | w:1:"
                        + " transactions.t.statements[1]: :v is not known here; known are u",
                "transactions: {t: {weight: -1, statements: [SELECT 1]}} | w:1: transactions.t.weight: '-1' must"
                        + " be a whole number from 0 to 1000000",
                "transactions: {t: {weight: 0, statements: [SELECT 1]}}  | w:1: transactions: all weights are 0;"
                        + " give one at least a weight from 1",
                "transactions: {t: {end: maybe, statements: [SELECT 1]}} | w:1: transactions.t.end: 'maybe' must"
                        + " be commit or rollback",
                "transactions: {t: {autocommit: true, end: rollback, statements: [SELECT 1]}} | there is nothing"
                        + " to roll back",
                "transactions: {t: {statements: [{sql: UPDATE x SET a=1, read: a}]}} | w:1:"
                        + " transactions.t.statements[1].read: needs SELECT, not UPDATE",
                "transactions: {t: {statements: [{sql: SELECT 1, if-empty: null}]}} | w:1:"
                        + " transactions.t.statements[1].if-empty: needs read",
                "transactions: {t: {statements: [{sql: SELECT 1, reads: a}]}} | w:1:"
                        + " transactions.t.statements[1].reads: unknown key; did you mean read?",
                "transactions: {t: {statements: [{repeat: 5..1, statements: [SELECT 1]}]}} | w:1:"
                        + " transactions.t.statements[1].repeat: '5..1' must be a whole number from 0",
                "transactions: {t: {statements: [{repeat: 2, values: {i: 1}, statements: [SELECT 1]}, 'SELECT"
                        + " :i']}} | w:1: transactions.t.statements[2]: :i is not known here; there are no values,",
                "transactions: {t: {values: {v: {uniform: 1-5}}, statements: [SELECT 1]}} | w:1:"
                        + " transactions.t.values.v.uniform: '1-5' must be a range as in 1..1000 or",
                "transactions: {t: {values: {v: {zipfian: 1..5, h: 1}}, statements: [SELECT 1]}} | w:1:"
                        + " transactions.t.values.v.h: unknown key; the keys here are zipfian, not,",
                "transactions: {t: {values: {v: {zipfian: 1..9999999999}}, statements: [SELECT 1]}} | of at most"
                        + " 2147483647 numbers",
                "transactions: {t: {values: {v: {normal: 1..5}}, statements: [SELECT 1]}} | w:1:"
                        + " transactions.t.values.v: give a constant, or one of uniform, zipfian,",
                "transactions: {t: {values: {v: {uniform: 1..5, not: u}}, statements: [SELECT 1]}} | w:1:"
                        + " transactions.t.values.v.not: 'u' must be a number that is drawn before",
                "transactions: {t: {values: {v: {next: a}}, statements: [SELECT 1]}} | w:1:"
                        + " transactions.t.values.v.next: 'a' must be TABLE.COLUMN",
                "transactions: {t: {values: {v: {date: 2024-02-30..2024-03-01}}, statements: [SELECT 1]}} | w:1:"
                        + " transactions.t.values.v.date: 2024-02-30, must be a date as in 2026-01-31",
                "transactions: {t: {values: {v: {letters: 9..1}}, statements: [SELECT 1]}} | w:1:"
                        + " transactions.t.values.v.letters: '9..1' must be a whole number from 0 to",
                "transactions: {'a b': {statements: [SELECT 1]}} | w:1: transactions.a b: the name 'a b' must be"
                        + " 1 to 64 letters, digits, '_' and",
                "tables: {'a`b': {columns: {id: INT}}} | w:1: tables.a`b: the name 'a`b' must be 1 to 64 letters,"
                        + " digits, '_' and '$',",
                "tables: {a: {create: CREATE TABLE b (id INT)}} | w:1: tables.a.create: 'CREATE TABLE b (id INT)'"
                        + " must be a statement that begins",
                "tables: {a: {create: CREATE TABLE ab (id INT)}} | w:1: tables.a.create: 'CREATE TABLE ab (id"
                        + " INT)' must be a statement that",
                "tables: {a: {create: CREATE TABLE IF NOT EXISTS a (id INT)}} | w:1: tables.a.create: 'CREATE"
                        + " TABLE IF NOT EXISTS a (id INT)' must be a",
                "tables: {a: {create: 'CREATE TABLE a (id INT); DROP TABLE b'}} | w:1: tables.a.create: several"
                        + " statements, must be one statement; the next is",
                "tables: {a: {}}                  | w:1: tables.a: give one of create, columns",
                "tables: {a: {columns: {id: INT}, rows: 5}} | w:1: tables.a.rows: needs values, the columns of a row",
                "tables: {a: {columns: {id: INT}, rows: 5, values: {x: 1}}} | w:1: tables.a.values.x: no such"
                        + " column; the columns are id",
                "tables: {a: {columns: {id: INT}, rows: 5, values: {id: {next: a.id}}}} | w:1:"
                        + " tables.a.values.id.next: 'a.id' must be a sequence: at this time",
                "isolation: strict                | w:1: isolation: 'strict' must be read-committed or"
                        + " read-uncommitted or",
                "options: {a-b: 1}                | w:1: options.a-b: the name 'a-b' must be a letter, then"
                        + " letters, digits and '_'",
                "checks: {c: DELETE FROM t}       | w:1: checks.c: 'DELETE FROM t' must be a SELECT without"
                        + " parameters, whose rows",
            })
    void rejectsInvalidFiles(String yaml, String message) {
        String text = yaml.contains("transaction") ? yaml : yaml + "\n" + yamlWithValue("1");
        String completeYaml = yaml.startsWith("tables: {}") ? "checks: {c: SELECT 1}" : text;
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> read(completeYaml))
                .satisfies(e -> assertThat(e.getMessage()).contains(message).hasLineCount(1));
    }
}
