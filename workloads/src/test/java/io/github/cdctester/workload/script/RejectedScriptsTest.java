// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import static io.github.cdctester.workload.script.ScriptReaderTest.read;
import static io.github.cdctester.workload.script.ScriptReaderTest.yamlWithValue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that invalid workload files are rejected with a message that contains the line number and the key. */
class RejectedScriptsTest {

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
